import { Button } from "@mantine/core";
import { IconPhone } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { LastTrip } from "@/api/last-trips";
import { useFormat } from "@/i18n/use-format";
import { isNumber, PhoneLink } from "@/ui/phone-link";
import { StatusBadge } from "@/ui/status-badge";
import classes from "./last-trip.module.css";

/** One trip, with the time of its last known state. */
export function LastTripCard({ trip }: { trip: LastTrip }) {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  const rides = trip.role === "rider";
  const title = rides ? t("trip.label", { context: trip.category }) : t("trip.last_trip");

  return (
    <article className={classes.card} aria-label={`${title} ${trip.reference}`}>
      <div className={classes.state}>
        <StatusBadge status={trip.status} />
        <p className={classes.known}>
          {t("trip.last_known", { time: dateTime(new Date(trip.knownAt)) })}
        </p>
      </div>
      <p className={classes.reference}>
        {t("trip.reference")} <bdi>{trip.reference}</bdi>
        {trip.scheduledFor ? (
          <span>{t("trip.scheduled_for", { time: dateTime(trip.scheduledFor) })}</span>
        ) : null}
      </p>
      {trip.plate ? (
        <p className={classes.vehicle}>
          <span className={classes.plate} dir="ltr">
            <span className="hx-visually-hidden">{t("trip.plate")} </span>
            {trip.plate}
          </span>
          <bdi>{trip.car}</bdi>
        </p>
      ) : null}
      {trip.name ? (
        <div className={classes.person}>
          <p>
            <span>{t(rides ? "trip.driver" : "role.rider")}</span>
            <bdi>{trip.name}</bdi>
            {trip.phone ? <PhoneLink number={trip.phone} /> : null}
          </p>
          {isNumber(trip.phone) ? (
            <Button
              component="a"
              href={`tel:${trip.phone.replace(/[^+\d]/g, "")}`}
              size="md"
              leftSection={<IconPhone size={20} aria-hidden="true" />}
            >
              {t("trip.call", { name: trip.name })}
            </Button>
          ) : null}
        </div>
      ) : null}
      {trip.code ? (
        <div className={classes.code}>
          <p>{t(trip.category === "delivery" ? "trip.otp_receiver_plain" : "trip.otp")}</p>
          <p dir="ltr">
            <span className="hx-visually-hidden">{[...trip.code].join(" ")}</span>
            <span aria-hidden="true">{trip.code}</span>
          </p>
        </div>
      ) : null}
      <dl className={classes.way}>
        <dt>{t("driver.pickup")}</dt>
        <dd dir="auto">{trip.pickup}</dd>
        <dt>{t("driver.drop")}</dt>
        <dd dir="auto">{trip.drop}</dd>
      </dl>
    </article>
  );
}
