import { ActionIcon, Button, Select } from "@mantine/core";
import { IconChevronLeft, IconChevronRight, IconDownload } from "@tabler/icons-react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { saveFile } from "@/api/download";
import {
  type StatementOwner,
  statementPdf,
  statementQuery,
  statementWeeksQuery,
} from "@/api/statements";
import type { StatementWeek } from "@/api/types";
import { errorText } from "@/i18n/error-text";
import { languageInfo } from "@/i18n/languages";
import { formatDays } from "@/ui/periods/days";
import { ErrorState, LoadingState } from "@/ui/states";
import { StatementSheet } from "./statement-sheet";
import classes from "./statements.module.css";

/** Weekly statements: the driver's own, or a driver's for staff. */
export function Statements({ driver }: { driver?: number }) {
  const weeks = useQuery(statementWeeksQuery(driver));
  if (weeks.data) return <Weeks driver={driver} weeks={weeks.data} />;
  if (weeks.isError) {
    return <ErrorState compact error={weeks.error} onRetry={() => void weeks.refetch()} />;
  }
  return <LoadingState compact />;
}

function Weeks({ driver, weeks }: { driver: StatementOwner; weeks: StatementWeek[] }) {
  const { t, i18n } = useTranslation();
  const [params, setParams] = useSearchParams();
  const locale = languageInfo(i18n.language).dateLocale;
  const wanted = weeks.findIndex(({ week }) => week === params.get("week"));
  const at = Math.max(wanted, 0);
  const week = weeks[at]?.week ?? "";
  const statement = useQuery(statementQuery(driver, week));
  const downloadPdf = useMutation({
    mutationFn: () => statementPdf(driver, week),
    onSuccess: saveFile,
  });
  const show = (to: string | undefined) => {
    downloadPdf.reset();
    setParams(
      (now) => {
        if (to) now.set("week", to);
        return now;
      },
      { replace: true },
    );
  };
  const labelOf = (one: StatementWeek) => formatDays(one.week, one.until, locale);

  return (
    <div className={classes.body}>
      <nav className={classes.steps} aria-label={t("statement.week")}>
        <ActionIcon
          variant="default"
          size={44}
          radius="xl"
          aria-label={t("statement.before")}
          disabled={at + 1 >= weeks.length}
          onClick={() => show(weeks[at + 1]?.week)}
        >
          <IconChevronLeft size={20} className={classes.arrow} aria-hidden="true" />
        </ActionIcon>
        <Select
          className={classes.week ?? ""}
          size="md"
          rightSectionWidth={32}
          aria-label={t("statement.week")}
          allowDeselect={false}
          value={week}
          data={weeks.map((one) => ({ value: one.week, label: labelOf(one) }))}
          onChange={(to) => show(to ?? undefined)}
        />
        <ActionIcon
          variant="default"
          size={44}
          radius="xl"
          aria-label={t("statement.after")}
          disabled={at === 0}
          onClick={() => show(weeks[at - 1]?.week)}
        >
          <IconChevronRight size={20} className={classes.arrow} aria-hidden="true" />
        </ActionIcon>
        <Button
          variant="lamp"
          size="md"
          leftSection={<IconDownload size={20} aria-hidden="true" />}
          loading={downloadPdf.isPending}
          disabled={!statement.data}
          onClick={() => downloadPdf.mutate()}
        >
          {t("statement.download")}
        </Button>
        {downloadPdf.error ? (
          <p className={classes.error} role="alert">
            {errorText(downloadPdf.error, t)}
          </p>
        ) : null}
      </nav>
      {statement.data ? (
        <StatementSheet statement={statement.data} label={labelOf(statement.data)} />
      ) : statement.isError ? (
        <ErrorState compact error={statement.error} onRetry={() => void statement.refetch()} />
      ) : (
        <LoadingState compact />
      )}
    </div>
  );
}
