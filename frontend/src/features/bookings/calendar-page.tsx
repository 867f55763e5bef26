import { ActionIcon, Button, Skeleton } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { formatDate } from "@/i18n/format";
import { languageInfo } from "@/i18n/languages";
import { PageHeader } from "@/ui/page-header";
import { EmptyState, ErrorState } from "@/ui/states";
import classes from "./calendar-page.module.css";
import { CalendarTrip } from "./calendar-trip";
import { useCalendar } from "./use-calendar";
import { addDays } from "./week";

/** Later trips in a week view; those without a driver are highlighted. */
export function CalendarPage() {
  const { t, i18n } = useTranslation();
  const calendar = useCalendar();
  const locale = languageInfo(i18n.language).dateLocale;
  // A day is the same in every time zone.
  const dated = (day: string, options: Intl.DateTimeFormatOptions) =>
    formatDate(`${day}T12:00:00Z`, locale, "UTC", options);
  const { week } = calendar;
  const short = { day: "numeric", month: "short" } as const;
  const range = t("calendar.range", {
    from: dated(week, short),
    to: dated(addDays(week, 6), { ...short, year: "numeric" }),
  });

  return (
    <div className={classes.page}>
      <PageHeader
        back="/bookings"
        title={t("calendar.title")}
        lead={t(calendar.role === "driver" ? "calendar.lead_driver" : "calendar.lead")}
      />
      <nav className={classes.steps} aria-label={t("calendar.weeks")}>
        <ActionIcon
          variant="default"
          size={44}
          radius="xl"
          aria-label={t("calendar.before")}
          onClick={() => calendar.show(addDays(week, -7))}
        >
          <IconChevronLeft size={20} className={classes.arrow} aria-hidden="true" />
        </ActionIcon>
        <h2 className={classes.range} aria-live="polite">
          {range}
        </h2>
        <ActionIcon
          variant="default"
          size={44}
          radius="xl"
          aria-label={t("calendar.after")}
          onClick={() => calendar.show(addDays(week, 7))}
        >
          <IconChevronRight size={20} className={classes.arrow} aria-hidden="true" />
        </ActionIcon>
        <Button
          variant="default"
          disabled={calendar.isThisWeek}
          onClick={() => calendar.show(null)}
        >
          {t("calendar.this_week")}
        </Button>
        {calendar.waiting > 0 ? (
          <p className={classes.waiting}>{t("calendar.waiting", { count: calendar.waiting })}</p>
        ) : null}
      </nav>
      {calendar.error ? (
        <ErrorState error={calendar.error} onRetry={calendar.retry} />
      ) : calendar.isPending ? (
        <div role="status">
          <span className="hx-visually-hidden">{t("app.loading")}</span>
          <Skeleton height={320} radius="lg" />
        </div>
      ) : (
        <>
          {calendar.count === 0 ? (
            <EmptyState compact title={t("calendar.empty")} body={t("calendar.empty_body")} />
          ) : null}
          <ol className={classes.days} data-empty={calendar.count === 0 || undefined}>
            {calendar.days.map(({ day, isToday, trips }) => (
              <li
                key={day}
                className={classes.day}
                data-today={isToday || undefined}
                aria-current={isToday ? "date" : undefined}
              >
                <h3 className={classes.head}>
                  <span>{dated(day, { weekday: "short" })}</span> {dated(day, short)}{" "}
                  {isToday ? <em>{t("calendar.today")}</em> : null}
                </h3>
                {trips.length === 0 ? (
                  <p className={classes.nothing}>{t("calendar.nothing")}</p>
                ) : (
                  <ul className={classes.trips}>
                    {trips.map((trip) => (
                      <CalendarTrip key={trip.id} trip={trip} />
                    ))}
                  </ul>
                )}
              </li>
            ))}
          </ol>
          {calendar.more ? (
            <Button
              className={classes.more ?? ""}
              variant="default"
              loading={calendar.isFetchingMore}
              onClick={calendar.more}
            >
              {t("calendar.more")}
            </Button>
          ) : null}
        </>
      )}
    </div>
  );
}
