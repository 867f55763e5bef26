import { ActionIcon, Table } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { type PresenceWeek, presenceQuery } from "@/api/presence";
import { languageInfo } from "@/i18n/languages";
import { useFormat } from "@/i18n/use-format";
import { formatDay, plusDays } from "@/ui/periods/days";
import { ErrorState, LoadingState } from "@/ui/states";
import classes from "./presence.module.css";

/** How long a driver was online and on trips in a week, the current one first. */
export function PresenceCard({ driver }: { driver: number }) {
  const { t, i18n } = useTranslation();
  const id = useId();
  const [chosen, setChosen] = useState<string>();
  const { data, error, refetch } = useQuery({
    ...presenceQuery(driver, chosen),
    placeholderData: keepPreviousData,
  });
  const locale = languageInfo(i18n.language).dateLocale;
  const day = { day: "numeric", month: "short" } as const;
  const isNow = !chosen || data?.is_current;
  return (
    <section className={classes.card} aria-labelledby={id}>
      <div className={classes.head}>
        <h2 id={id}>{t("people.presence")}</h2>
        {data ? (
          <div className={classes.steps}>
            <ActionIcon
              variant="default"
              size={44}
              aria-label={t("people.presence_before")}
              onClick={() => setChosen(plusDays(data.week, -7))}
            >
              <IconChevronLeft size={18} className={classes.arrow} aria-hidden="true" />
            </ActionIcon>
            <span role="status">
              {`${formatDay(data.week, locale, day)} – ${formatDay(plusDays(data.week, 6), locale, { ...day, year: "numeric" })}`}
            </span>
            <ActionIcon
              variant="default"
              size={44}
              aria-label={t("people.presence_after")}
              disabled={isNow}
              onClick={() => setChosen(plusDays(data.week, 7))}
            >
              <IconChevronRight size={18} className={classes.arrow} aria-hidden="true" />
            </ActionIcon>
          </div>
        ) : null}
      </div>
      {error && !data ? <ErrorState compact error={error} onRetry={() => void refetch()} /> : null}
      {data || error ? null : <LoadingState compact />}
      {data ? <Hours week={data} /> : null}
    </section>
  );
}

function Hours({ week }: { week: PresenceWeek }) {
  const { t, i18n } = useTranslation();
  const { duration, percent } = useFormat();
  const locale = languageInfo(i18n.language).dateLocale;
  const online = week.free_seconds + week.busy_seconds;
  const time = (seconds: number) => (seconds === 0 ? "–" : duration(seconds));
  const off = week.recording ? null : <p className={classes.soft}>{t("people.presence_off")}</p>;
  if (online === 0) {
    return off ?? <p className={classes.soft}>{t("people.presence_none")}</p>;
  }
  return (
    <>
      {off}
      <Table.ScrollContainer minWidth={280}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{t("people.presence_day")}</Table.Th>
              <Table.Th scope="col" className={classes.amount}>
                {t("people.presence_online")}
              </Table.Th>
              <Table.Th scope="col" className={classes.amount}>
                {t("people.presence_busy")}
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {week.days.map(({ day, free_seconds, busy_seconds }) => (
              <Table.Tr key={day}>
                <Table.Th scope="row" className={classes.day}>
                  {formatDay(day, locale, { weekday: "short", day: "numeric", month: "short" })}
                </Table.Th>
                <Table.Td className={classes.amount}>{time(free_seconds + busy_seconds)}</Table.Td>
                <Table.Td className={classes.amount}>{time(busy_seconds)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
          <Table.Tfoot>
            <Table.Tr>
              <Table.Th scope="row">{t("people.presence_week")}</Table.Th>
              <Table.Td className={classes.amount}>{duration(online)}</Table.Td>
              <Table.Td className={classes.amount}>{time(week.busy_seconds)}</Table.Td>
            </Table.Tr>
          </Table.Tfoot>
        </Table>
      </Table.ScrollContainer>
      {week.utilisation === null ? null : (
        <p>{`${t("people.presence_utilisation")}: ${percent(week.utilisation)}`}</p>
      )}
    </>
  );
}
