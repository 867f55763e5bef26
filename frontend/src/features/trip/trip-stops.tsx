import { Button } from "@mantine/core";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Booking } from "@/api/types";
import { useFormat } from "@/i18n/use-format";
import { lazy } from "@/ui/lazy";
import classes from "./trip-stops.module.css";

const ChangeStops = lazy(async () => ({
  default: (await import("@/ui/change-stops")).ChangeStops,
}));

/** The stops of the trip in order, and when the car was there, with a button to change those ahead. */
export function TripStops({ booking }: { booking: Booking }) {
  const { t } = useTranslation();
  const { time } = useFormat();
  const [changing, setChanging] = useState(false);
  const { stops } = booking;
  const changes = booking.actions.includes("change-stops");
  if (stops.length === 0 && !changes && !changing) return null;
  return (
    <section
      className={classes.stops}
      aria-label={stops.length === 0 ? t("trip.stops") : undefined}
      aria-labelledby={stops.length > 0 ? "stops" : undefined}
    >
      {stops.length > 0 ? (
        <>
          <h2 id="stops">{t("trip.stops")}</h2>
          <ol>
            {stops.map((stop, index) => (
              <li key={stop.id} data-done={stop.left_at !== null || undefined}>
                <bdi>{stop.add}</bdi>
                {stop.left_at ? (
                  <span>{t("trip.stop_left", { time: time(new Date(stop.left_at)) })}</span>
                ) : stop.reached_at ? (
                  <span>{t("trip.stop_reached", { time: time(new Date(stop.reached_at)) })}</span>
                ) : booking.return_wait_minutes !== null && index === stops.length - 1 ? (
                  <span>
                    {t("trip.round_trip_planned", { minutes: booking.return_wait_minutes })}
                  </span>
                ) : null}
              </li>
            ))}
          </ol>
        </>
      ) : null}
      {changes ? (
        <Button
          variant="default"
          className={classes.change ?? ""}
          aria-haspopup="dialog"
          onClick={() => setChanging(true)}
        >
          {t(stops.length === 0 ? "trip.stop_add" : "trip.stops_change")}
        </Button>
      ) : null}
      {/* Stays open when the stops can no longer change, and shows that. */}
      {changing ? (
        <Suspense fallback={null}>
          <ChangeStops booking={booking} by="rider" onClose={() => setChanging(false)} />
        </Suspense>
      ) : null}
    </section>
  );
}
