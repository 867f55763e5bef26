import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Booking } from "@/api/types";
import { useFormat } from "@/i18n/use-format";
import { reasonText } from "@/ui/cancel-labels";
import { partyText } from "@/ui/party/party";
import { useHours } from "@/ui/places/use-hours";
import classes from "./booking-detail.module.css";
import { CancelledBy } from "./row-cells";

function Fact({ name, children, wide }: { name: string; children: ReactNode; wide?: boolean }) {
  return (
    <div data-wide={wide || undefined}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** The route, time, distance and duration, and why the trip ended early, if it did. */
export function BookingFacts({ booking }: { booking: Booking }) {
  const { t } = useTranslation();
  const { dateTime, distance, duration, time } = useFormat();
  const hours = useHours();
  const isDelivery = booking.app_category === "delivery";
  const seconds = booking.total_trip_time ?? booking.estimate_duration_seconds;
  return (
    <section className={classes.card} aria-labelledby="facts">
      <h2 id="facts">{t("bookings.trip")}</h2>
      <dl className={classes.facts}>
        <Fact name={t("bookings.pickup")} wide>
          <bdi>{booking.pickup.add}</bdi>
        </Fact>
        {booking.stops.map((stop, index) => (
          <Fact key={stop.id} name={t("trip.stop", { number: index + 1 })} wide>
            <bdi>{stop.add}</bdi>
            {stop.reached_at ? (
              <div>
                {t("trip.stop_reached", { time: time(new Date(stop.reached_at)) })}
                {stop.left_at
                  ? ` · ${t("trip.stop_left", { time: time(new Date(stop.left_at)) })}`
                  : null}
              </div>
            ) : null}
          </Fact>
        ))}
        <Fact name={t("bookings.drop")} wide>
          {booking.has_drop ? <bdi>{booking.drop.add}</bdi> : t("bookings.no_drop")}
        </Fact>
        {booking.return_wait_minutes === null ? null : (
          <Fact name={t("trip.round_trip")}>
            {t("trip.round_trip_waits", { minutes: booking.return_wait_minutes })}
          </Fact>
        )}
        {booking.hire_minutes === null ? null : (
          <Fact name={t("trip.hire")}>{hours(booking.hire_minutes)}</Fact>
        )}
        {booking.book_later ? (
          <Fact name={t("bookings.scheduled")}>{dateTime(booking.trip_date)}</Fact>
        ) : null}
        <Fact name={t("bookings.booked_at")}>
          {dateTime(booking.created_at)}
          {booking.street_trip ? ` · ${t("history.col_street_trip")}` : null}
          {booking.booking_type_admin ? ` · ${t("history.by_staff")}` : null}
        </Fact>
        <Fact name={t("bookings.car_type")}>{booking.car_type.name}</Fact>
        {isDelivery ? null : <Fact name={t("trip.party")}>{partyText(booking, t)}</Fact>}
        <Fact
          name={
            booking.distance_km === null || isDelivery
              ? t("bookings.planned_distance")
              : t("bookings.distance")
          }
        >
          {distance(booking.charged_distance_km)}
          {booking.distance_source === "great_circle" && !isDelivery
            ? ` · ${t("history.as_crow_flies")}`
            : null}
        </Fact>
        <Fact
          name={booking.total_trip_time === null ? t("bookings.planned_time") : t("bookings.time")}
        >
          {duration(seconds)}
        </Fact>
        {booking.trip_start_time ? (
          <Fact name={t("bookings.started")}>{dateTime(booking.trip_start_time)}</Fact>
        ) : null}
        {booking.trip_end_time ? (
          <Fact name={t("bookings.ended")}>{dateTime(booking.trip_end_time)}</Fact>
        ) : null}
        {booking.otp && booking.app_category === "taxi" ? (
          <Fact name={t("history.col_otp")}>
            <bdi dir="ltr" className="hx-tabular">
              {booking.otp}
            </bdi>
          </Fact>
        ) : null}
        {booking.cancelled_by ? (
          <Fact name={t("history.col_cancelled_by")}>
            <CancelledBy row={booking} />
          </Fact>
        ) : null}
        {booking.reason ? (
          <Fact name={t("bookings.reason")} wide>
            <bdi>{reasonText(booking.reason, t)}</bdi>
          </Fact>
        ) : null}
        {booking.rating === null ? null : (
          <Fact name={t("bookings.rating")}>
            {t("bookings.stars", { count: booking.rating })}
            {booking.feedback ? <bdi> · {booking.feedback}</bdi> : null}
          </Fact>
        )}
      </dl>
    </section>
  );
}
