import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { saveFile } from "@/api/download";
import { type ReplayRun, replayDriversFile, replayResultsQuery } from "@/api/replays";
import { errorText } from "@/i18n/error-text";
import { useFormat } from "@/i18n/use-format";
import { BookingLink, PersonLink } from "@/ui/record-link";
import { ErrorState, LoadingState } from "@/ui/states";
import { toast } from "@/ui/toast";
import { ReplayCharts } from "./replay-charts";
import { ReplayRiders } from "./replay-riders";
import { ReplayTable } from "./replay-table";
import classes from "./tariffs.module.css";
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
const DRIVERS = 100;

type Reason =
  | "cancelled"
  | "fare_adjusted"
  | "no_rate"
  | "no_track"
  | "not_measured"
  | "own_price_differs";

/** The sums, groups and largest changes of a finished replay. */
export function ReplayResultsView({ run }: { run: ReplayRun }) {
  const { t } = useTranslation();
  const { money, number } = useFormat();
  const name = useReplayName();
  const { data, error, refetch } = useQuery(replayResultsQuery(run.id));
  const file = useMutation({
    mutationFn: () => replayDriversFile(run.id),
    onSuccess: saveFile,
    onError: (problem) => toast.failure(errorText(problem, t)),
  });
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState />;
  const change = ({ own, new: after }: { own: string; new: string }) => [
    money(own),
    money(after),
    money((Number(after) - Number(own)).toFixed(4)),
  ];
  const amounts = [
    t("tariffs.replay_before"),
    t("tariffs.replay_after"),
    t("tariffs.replay_change"),
  ];
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
      {data.drivers.length ? (
        <section className={classes.card}>
          <h2>{t("tariffs.replay_drivers")}</h2>
          <ReplayTable
            label={t("tariffs.replay_drivers")}
            head={[t("tariffs.replay_driver"), t("tariffs.replay_trips"), ...amounts]}
            rows={data.drivers.slice(0, DRIVERS).map((row) => ({
              key: String(row.driver_id),
              cells: [
                <PersonLink key="driver" id={row.driver_id} kind="driver">
                  <bdi>{row.name || "–"}</bdi>
                </PersonLink>,
                number(row.trips),
                ...change(row),
              ],
            }))}
          />
          <Button
            variant="default"
            size="compact-md"
            leftSection={<IconDownload size={16} aria-hidden="true" />}
            loading={file.isPending}
            onClick={() => file.mutate()}
          >
            {t("tariffs.replay_drivers_csv")}
          </Button>
          {data.drivers.length > DRIVERS ? (
            <p className={classes.soft}>
              {t("tariffs.replay_drivers_shown", {
                shown: number(DRIVERS),
                total: number(data.drivers.length),
              })}
            </p>
          ) : null}
        </section>
      ) : null}
      <ReplayRiders riders={data.riders} head={amounts} change={change} />
      {data.not_repriced.length ? (
        <section className={classes.card}>
          <h2>{t("tariffs.replay_left")}</h2>
          <p className={classes.soft}>{t("tariffs.replay_left_lead")}</p>
          <ReplayTable
            label={t("tariffs.replay_left")}
            head={[
              t("tariffs.replay_reason"),
              t("tariffs.replay_trips"),
              t("tariffs.replay_bookings"),
            ]}
            rows={data.not_repriced.map(({ reason, trips }) => ({
              key: reason,
              cells: [
                t(`tariffs.replay_reason_${reason as Reason}`),
                number(trips),
                <span key="bookings" className={classes.references}>
                  {data.not_repriced_trips
                    .filter((left) => left.reason === reason)
                    .map(({ booking_id, reference }) => (
                      <BookingLink key={reference} id={booking_id}>
                        {reference}
                      </BookingLink>
                    ))}
                </span>,
              ],
            }))}
          />
        </section>
      ) : null}
    </>
  );
}
