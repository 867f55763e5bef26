import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useFormat } from "@/i18n/use-format";
import classes from "./calendar-page.module.css";
import type { PlannedTrip } from "./use-calendar";

/** One later trip in its day. */
export function CalendarTrip({ trip }: { trip: PlannedTrip }) {
  const { t } = useTranslation();
  const { time } = useFormat();
  const text = (
    <>
      <time className={classes.when} dateTime={trip.at}>
        {time(trip.at)}
      </time>
      <bdi className={classes.place}>{trip.from}</bdi>
      <bdi className={classes.place}>{trip.to}</bdi>
      {trip.rider ? <bdi className={classes.soft}>{trip.rider}</bdi> : null}
      <span className={classes.soft}>
        {trip.car}
        {trip.driver ? (
          <>
            {" · "}
            <bdi>{trip.driver}</bdi>
          </>
        ) : null}
      </span>
      {trip.status && !trip.waits ? (
        <span className={classes.soft}>{t(`status.${trip.status}`)}</span>
      ) : null}
      {trip.waits ? (
        <strong className={classes.alone}>
          {t(trip.status ? "calendar.no_driver" : "calendar.on_offer")}
        </strong>
      ) : null}
    </>
  );
  return (
    <li>
      {trip.status ? (
        <Link
          to={`/bookings/${trip.id}`}
          className={classes.trip ?? ""}
          data-waits={trip.waits || undefined}
        >
          {text}
        </Link>
      ) : (
        <div className={classes.trip} data-waits>
          {text}
        </div>
      )}
    </li>
  );
}
