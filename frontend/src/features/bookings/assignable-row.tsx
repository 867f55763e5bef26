import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { AssignableDriver } from "@/api/types";
import { useFormat } from "@/i18n/use-format";
import { PersonLink } from "@/ui/record-link";
import classes from "./assign-driver.module.css";

interface AssignableRowProps {
  driver: AssignableDriver;
  /** Whether the driver is chosen for later. */
  ahead: boolean;
  action: ReactNode;
}

/** One driver: the time to the pickup, or why the booking cannot be offered to them. */
export function AssignableRow({ driver, ahead, action }: AssignableRowProps) {
  const { t } = useTranslation();
  const { distance, duration } = useFormat();
  const { state, offered, declined, assignable, plannable } = driver;

  const statusText = () => {
    if (ahead) return t(plannable ? `bookings.driver_${state}` : "bookings.plan_unable");
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
    <li
      className={classes.row}
      data-state={(ahead ? plannable : assignable && !offered) ? "yes" : "no"}
    >
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
