import { useTranslation } from "react-i18next";
import type { Booking } from "@/api/types";
import { useFormat } from "@/i18n/use-format";
import classes from "./trip-stops.module.css";

/** The stops of the trip in order, and when the car was there. Nothing without stops. */
export function TripStops({ booking }: { booking: Booking }) {
  const { t } = useTranslation();
  const { time } = useFormat();
  if (booking.stops.length === 0) return null;
  return (
    <section className={classes.stops} aria-labelledby="stops">
      <h2 id="stops">{t("trip.stops")}</h2>
      <ol>
        {booking.stops.map((stop, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the number is the stop's identity.
          <li key={index} data-done={stop.left_at !== null || undefined}>
            <bdi>{stop.add}</bdi>
            {stop.left_at ? (
              <span>{t("trip.stop_left", { time: time(new Date(stop.left_at)) })}</span>
            ) : stop.reached_at ? (
              <span>{t("trip.stop_reached", { time: time(new Date(stop.reached_at)) })}</span>
            ) : null}
          </li>
        ))}
      </ol>
    </section>
  );
}
