import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { bookingTrackQuery } from "@/api/bookings";
import type { Booking, LatLng } from "@/api/types";
import { useFormat } from "@/i18n/use-format";
import { decodePolyline } from "@/map/polyline";
import { clockTime, useElapsed } from "@/ui/use-countdown";
import { metresBetween } from "./position-rules";
import classes from "./street-trip.module.css";

const TRACK_EVERY_MS = 20_000;

const lengthOf = (points: readonly LatLng[]) =>
  points.reduce((sum, point, index) => {
    const before = points[index - 1];
    return before ? sum + metresBetween(before, point) : sum;
  }, 0);

/** The time since the start of a street trip and the distance recorded by the server. */
export function RunningMeter({ booking }: { booking: Booking }) {
  const { t } = useTranslation();
  const { distance } = useFormat();
  const seconds = useElapsed(Date.parse(booking.trip_start_time ?? booking.created_at));
  const { data: track } = useQuery({
    ...bookingTrackQuery(booking.id),
    refetchInterval: TRACK_EVERY_MS,
  });
  const metres = lengthOf(decodePolyline(track?.polyline_points ?? ""));
  return (
    <p className={classes.meter}>
      {t("driver.street_running", {
        time: clockTime(seconds),
        distance: distance(metres / 1000),
      })}
    </p>
  );
}
