import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { type ReplayRun, replayResultsQuery } from "@/api/replays";
import { useFormat } from "@/i18n/use-format";
import { BookingLink } from "@/ui/record-link";
import { ErrorState, LoadingState } from "@/ui/states";
import { ReplayCharts } from "./replay-charts";
import { ReplayDrivers } from "./replay-drivers";
import { ReplayLeft } from "./replay-left";
import { ReplayRiders } from "./replay-riders";
import { ReplayTable } from "./replay-table";
import classes from "./tariffs.module.css";
import { useReplayChange } from "./use-replay-change";
import { useReplayName } from "./use-replay-name";

const SUMS = [
  "trip_cost",
  "convenience_fees",
  "driver_share",
  "discount",
  "cancellation_fees",
  "tips",
  "refunds",
] as const;
/** The sums, groups and largest changes of a finished replay. */
export function ReplayResultsView({ run }: { run: ReplayRun }) {
  const { t } = useTranslation();
  const { money, number } = useFormat();
  const name = useReplayName();
  const { head: amounts, change } = useReplayChange();
  const { data, error, refetch } = useQuery(replayResultsQuery(run.id));
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState />;
  return (
    <>
      <section className={classes.card} aria-labelledby="replay-results">
        <h2 id="replay-results">{name(run)}</h2>
        <p>{t("tariffs.replay_fixed")}</p>
        <p>
          {[
            t("tariffs.replay_lower", { trips: number(data.lower) }),
            t("tariffs.replay_higher", { trips: number(data.higher) }),
            t("tariffs.replay_same", { trips: number(data.unchanged) }),
          ].join(" · ")}
        </p>
        <ReplayTable
          label={name(run)}
          head={["", ...amounts]}
          rows={SUMS.map((sum) => ({
            key: sum,
            cells: [t(`tariffs.replay_${sum}`), ...change(data[sum])],
          }))}
        />
        <h3>{t("tariffs.replay_demand")}</h3>
        <p className={classes.soft}>{t("tariffs.replay_demand_lead")}</p>
        <ReplayTable
          label={t("tariffs.replay_demand")}
          head={[
            t("tariffs.replay_elasticity"),
            t("tariffs.replay_trips"),
            t("tariffs.replay_trip_cost"),
          ]}
          rows={data.demand.map(({ elasticity, trips, trip_cost }) => ({
            key: elasticity,
            cells: [number(Number(elasticity)), number(Number(trips)), money(trip_cost)],
          }))}
        />
        <p className={classes.soft}>
          {t("tariffs.replay_fingerprint")}{" "}
          <code className={classes.fingerprint} dir="ltr">
            {run.fingerprint}
          </code>
        </p>
      </section>
      <ReplayCharts results={data} />
      {data.largest.length ? (
        <section className={classes.card}>
          <h2>{t("tariffs.replay_largest")}</h2>
          <ReplayTable
            label={t("tariffs.replay_largest")}
            head={[t("tariffs.replay_booking"), ...amounts]}
            rows={data.largest.map((row) => ({
              key: row.reference,
              cells: [
                <BookingLink key="booking" id={row.booking_id}>
                  {row.reference}
                </BookingLink>,
                ...change(row),
              ],
            }))}
          />
        </section>
      ) : null}
      <ReplayDrivers run={run} drivers={data.drivers} head={amounts} change={change} />
      <ReplayRiders run={run} riders={data.riders} head={amounts} change={change} />
      <ReplayLeft reasons={data.not_repriced} trips={data.not_repriced_trips} />
    </>
  );
}
