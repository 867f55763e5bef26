import { useTranslation } from "react-i18next";
import type { RouteInfo } from "@/api/types";
import { useFormat } from "@/i18n/use-format";
import { isUsual, partyText } from "@/ui/party/party";
import { useHours } from "@/ui/places/use-hours";
import { chosen, type Draft } from "./draft";
import classes from "./route-summary.module.css";

/** The addresses, distance and duration of the trip. */
export function RouteSummary({ draft, route }: { draft: Draft; route: RouteInfo }) {
  const { t } = useTranslation();
  const { distance, duration } = useFormat();
  const hours = useHours();
  const hired = draft.hireMinutes !== null;
  return (
    <div>
      <ol className={classes.route} aria-label={t("booking.route")}>
        <li className={classes.point} data-kind="pickup">
          <span className={classes.label}>{t("booking.pickup")}</span>
          <span dir="auto">{chosen(draft.pickup)?.add}</span>
        </li>
        {draft.stops.map((stop, index) => (
          <li key={stop.id} className={classes.point} data-kind="stop">
            <span className={classes.label}>{t("trip.stop", { number: index + 1 })}</span>
            <span dir="auto">{chosen(stop.point)?.add}</span>
          </li>
        ))}
        <li className={classes.point} data-kind="drop">
          <span className={classes.label}>{t("booking.drop")}</span>
          <span dir="auto">{hired ? t("trip.hire_open") : chosen(draft.drop)?.add}</span>
        </li>
      </ol>
      <p className={classes.facts}>
        {hired
          ? t("trip.hire_for", { time: hours(draft.hireMinutes ?? 0) })
          : t("booking.trip_facts", {
              distance: distance(route.distance_km),
              duration: duration(route.duration_seconds),
            })}
      </p>
      {draft.returnWait === null ? null : (
        <p className={classes.facts}>{t("trip.round_trip_waits", { minutes: draft.returnWait })}</p>
      )}
      {isUsual(draft) ? null : <p className={classes.facts}>{partyText(draft, t)}</p>}
    </div>
  );
}
