import { useTranslation } from "react-i18next";
import type { SharedTrip } from "@/api/types";
import { useFormat } from "@/i18n/use-format";
import { CarArt } from "@/ui/art/car-art";
import classes from "./shared-trip-page.module.css";

const STALE_AFTER_MS = 30_000;

interface SharedStageProps {
  trip: SharedTrip;
  /** Whether the reader is the rider, and not a person who follows the trip. */
  own?: boolean;
}

/** The stage of the ride, and the car to look for. */
export function SharedStage({ trip, own = false }: SharedStageProps) {
  const { t } = useTranslation();
  const { duration, ago } = useFormat();
  const { status, car_type, position, eta_seconds } = trip;
  const context = trip.app_category;
  const moving = status === "ACCEPTED" || status === "STARTED";
  const car = [trip.vehicle_make, trip.vehicle_model].filter(Boolean).join(" ");
  const stale = position && Date.now() - Date.parse(position.at) > STALE_AFTER_MS;

  const sentence = (): string => {
    switch (status) {
      case "NEW":
      case "PAYMENT_PENDING":
        return t("shared.now_waiting");
      case "ACCEPTED":
        return t("shared.now_accepted", { name: trip.driver_first_name });
      case "ARRIVED":
        return t("shared.now_arrived", { name: trip.driver_first_name });
      case "STARTED":
        return t("shared.now_started");
      case "REACHED":
        return t("shared.now_reached", { context });
      case "CANCELLED":
        return t("shared.cancelled", { context });
      default:
        return t("shared.now_over", { context });
    }
  };

  return (
    <div className={classes.content}>
      <div className={classes.head} aria-live="polite">
        <h1>{sentence()}</h1>
        {moving && eta_seconds !== null ? (
          <p className={classes.eta}>
            <span className="hx-visually-hidden">
              {t("shared.eta", { time: duration(eta_seconds) })}
            </span>
            <span aria-hidden="true">{duration(eta_seconds)}</span>
          </p>
        ) : null}
      </div>
      {car_type ? (
        <div className={classes.car}>
          <div>
            <p className={classes.plate} dir="ltr">
              {trip.vehicle_number}
            </p>
            <p className={classes.soft}>
              <bdi>{car || car_type.name}</bdi>
              {" · "}
              <bdi>{trip.driver_first_name}</bdi>
            </p>
          </div>
          <CarArt icon={car_type.icon} image={car_type.image} size={104} />
        </div>
      ) : null}
      {moving && !position ? <p className={classes.note}>{t("shared.no_position")}</p> : null}
      {moving && stale ? (
        <p className={classes.note}>{t("shared.seen", { ago: ago(position.at) })}</p>
      ) : null}
      <p className={classes.soft} hidden={own}>
        {car_type || status === "NEW" ? t("shared.lead", { context }) : null}
        {status === "PENDING" || status === "PAID" || status === "COMPLETE"
          ? t("shared.over_body", { context })
          : null}
      </p>
    </div>
  );
}
