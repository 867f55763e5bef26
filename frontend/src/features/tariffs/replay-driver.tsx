import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { type ReplayRun, replayDriverQuery } from "@/api/replays";
import { useFormat } from "@/i18n/use-format";
import { PageHeader } from "@/ui/page-header";
import { BookingLink } from "@/ui/record-link";
import { ErrorState, LoadingState } from "@/ui/states";
import { ReplayLeft } from "./replay-left";
import { ReplayTable } from "./replay-table";
import classes from "./tariffs.module.css";
import { useReplayChange } from "./use-replay-change";
import { useReplayName } from "./use-replay-name";

/** What a driver would have earned with the same trips under the tariff, by day and by trip. */
export function ReplayDriverView({ run, driver }: { run: ReplayRun; driver: number }) {
  const { t } = useTranslation();
  const { date, dateTime, number } = useFormat();
  const name = useReplayName();
  const { head, change } = useReplayChange();
  const { data, error, refetch } = useQuery(replayDriverQuery(run.id, driver));
  const days = [t("tariffs.replay_day"), t("tariffs.replay_trips"), ...head];
  return (
    <>
      <PageHeader
        back={`/tariffs/replay?run=${run.id}`}
        title={
          data
            ? t("tariffs.replay_driver_title", { driver: data.name || "–", tariff: name(run) })
            : name(run)
        }
        lead={t("tariffs.replay_driver_lead")}
      />
      {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {data || error ? null : <LoadingState />}
      {data ? (
        <>
          <section className={classes.card}>
            <h2>{t("tariffs.replay_driver_days")}</h2>
            <p>
              {[
                t("tariffs.replay_driver_lower", { trips: number(data.lower) }),
                t("tariffs.replay_driver_higher", { trips: number(data.higher) }),
              ].join(" · ")}
            </p>
            <ReplayTable
              label={t("tariffs.replay_driver_days")}
              head={days}
              rows={[
                {
                  key: "total",
                  cells: [t("tariffs.replay_total"), number(data.trips), ...change(data)],
                },
                ...data.days.map((row) => ({
                  key: row.day,
                  cells: [date(`${row.day}T12:00:00Z`), number(row.trips), ...change(row)],
                })),
              ]}
            />
          </section>
          <section className={classes.card}>
            <h2>{t("tariffs.replay_driver_trips")}</h2>
            <ReplayTable
              label={t("tariffs.replay_driver_trips")}
              head={[t("tariffs.replay_booking"), t("tariffs.replay_day"), ...head]}
              rows={data.listed.map((row) => ({
                key: row.reference,
                cells: [
                  <BookingLink key="booking" id={row.booking_id}>
                    {row.reference}
                  </BookingLink>,
                  dateTime(row.at),
                  ...change(row),
                ],
              }))}
            />
          </section>
          <ReplayLeft reasons={data.not_repriced} trips={[]} />
        </>
      ) : null}
    </>
  );
}
