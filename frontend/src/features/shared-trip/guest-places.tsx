import { Fragment } from "react";
import { useTranslation } from "react-i18next";
import type { GuestTrip } from "@/api/types";
import { useFormat } from "@/i18n/use-format";
import classes from "./guest-trip.module.css";

/** Pickup, stops and drop-off in order, and when the car was at each stop. */
export function GuestPlaces({ trip }: { trip: GuestTrip }) {
  const { t } = useTranslation();
  const { time } = useFormat();
  if (!trip.pickup_address) return null;
  return (
    <dl className={classes.places}>
      <dt>{t("shared.pickup")}</dt>
      <dd>
        <bdi>{trip.pickup_address}</bdi>
      </dd>
      {trip.stops.map((stop, index) => (
        <Fragment key={stop.id}>
          <dt>{t("trip.stop", { number: index + 1 })}</dt>
          <dd>
            <bdi>{stop.add}</bdi>
            {stop.left_at ? (
              <span className={classes.when}>
                {t("trip.stop_left", { time: time(stop.left_at) })}
              </span>
            ) : stop.reached_at ? (
              <span className={classes.when}>
                {t("trip.stop_reached", { time: time(stop.reached_at) })}
              </span>
            ) : null}
          </dd>
        </Fragment>
      ))}
      <dt>{t("shared.drop")}</dt>
      <dd>
        <bdi>{trip.drop_address || t("trip.hire_open")}</bdi>
      </dd>
    </dl>
  );
}
