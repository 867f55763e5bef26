import { useTranslation } from "react-i18next";
import type { ReplayResults } from "@/api/replays";
import { useFormat } from "@/i18n/use-format";
import { BookingLink } from "@/ui/record-link";
import { ReplayTable } from "./replay-table";
import classes from "./tariffs.module.css";

type Reason =
  | "cancelled"
  | "fare_adjusted"
  | "no_rate"
  | "no_track"
  | "not_measured"
  | "own_price_differs";

interface ReplayLeftProps {
  reasons: ReplayResults["not_repriced"];
  trips: ReplayResults["not_repriced_trips"];
}

/** The trips that are not priced again, by reason. */
export function ReplayLeft({ reasons, trips }: ReplayLeftProps) {
  const { t } = useTranslation();
  const { number } = useFormat();
  if (reasons.length === 0) return null;
  return (
    <section className={classes.card}>
      <h2>{t("tariffs.replay_left")}</h2>
      <p className={classes.soft}>{t("tariffs.replay_left_lead")}</p>
      <ReplayTable
        label={t("tariffs.replay_left")}
        head={[
          t("tariffs.replay_reason"),
          t("tariffs.replay_trips"),
          ...(trips.length ? [t("tariffs.replay_bookings")] : []),
        ]}
        rows={reasons.map(({ reason, trips: count }) => ({
          key: reason,
          cells: [
            t(`tariffs.replay_reason_${reason as Reason}`),
            number(count),
            ...(trips.length
              ? [
                  <span key="bookings" className={classes.references}>
                    {trips
                      .filter((left) => left.reason === reason)
                      .map(({ booking_id, reference }) => (
                        <BookingLink key={reference} id={booking_id}>
                          {reference}
                        </BookingLink>
                      ))}
                  </span>,
                ]
              : []),
          ],
        }))}
      />
    </section>
  );
}
