import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { AssignableDriver } from "@/api/types";
import { useFormat } from "@/i18n/use-format";
import { PersonLink } from "@/ui/record-link";
import classes from "./assign-driver.module.css";

/** One driver: the time to the pickup, or why the booking cannot be offered to them. */
export function AssignableRow({ driver, action }: { driver: AssignableDriver; action: ReactNode }) {
  const { t } = useTranslation();
  const { distance, duration } = useFormat();
  const { state, offered, declined, assignable } = driver;

  const statusText = () => {
    if (offered) return t("bookings.driver_offered");
    if (state !== "free") return t(`bookings.driver_${state}`);
    if (!assignable) return t("bookings.driver_unable");
    return declined ? t("bookings.driver_declined") : t("bookings.driver_free");
  };
  const facts = [
    driver.eta_seconds === null ? null : duration(driver.eta_seconds),
    driver.distance_km === null ? null : distance(driver.distance_km),
  ].filter(Boolean);

  return (
    <li className={classes.row} data-state={offered || !assignable ? "no" : "yes"}>
      <span className={classes.who}>
        <PersonLink id={driver.id} kind="driver">
          <bdi className={classes.name}>{driver.name}</bdi>
        </PersonLink>
        <span className={classes.facts}>
          <bdi dir="ltr">{driver.vehicle_number}</bdi>
          <span className={classes.standing}>{statusText()}</span>
        </span>
      </span>
      <span className={classes.away}>
        {facts.length === 0 ? t("bookings.place_unknown") : facts.join(" · ")}
      </span>
      {action}
    </li>
  );
}
