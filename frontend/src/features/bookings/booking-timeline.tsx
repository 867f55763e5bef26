import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { bookingEventsQuery } from "@/api/bookings";
import type { BookingEvent } from "@/api/types";
import { useFormat } from "@/i18n/use-format";
import { PersonLink } from "@/ui/record-link";
import { ErrorState } from "@/ui/states";
import classes from "./booking-detail.module.css";

/** Events that do not change the status, or that add to it. */
const NAMED = [
  "create",
  "start_street_trip",
  "cancel_street_trip",
  "create_unpaid",
  "prepay",
  "expire_payment",
  "photograph_pickup",
  "photograph_delivery",
  "dispatch",
  "expire_offers",
  "search_exhausted",
  "search_again",
  "book_later",
  "assign",
  "collect_cash_later",
  "record_payment",
  "write_off",
  "settle_nothing_due",
  "unassign",
  "reassign",
  "plan",
  "cancel_plan",
  "plan_backup",
  "cancel_backup",
  "decline_backup",
  "use_backup",
  "hold",
  "release_hold",
  "confirm_plan",
  "decline_plan",
  "adjust_fare",
  "adjust_paid_fare",
  "refund_trip",
  "edit_unpaid",
  "edit_new",
  "edit",
  "edit_pickup",
  "edit_and_release",
  "rate_rider",
  "accept",
  "decline",
  "driver_cancel",
  "driver_timeout",
  "otp_failed",
  "force_end",
  "cancel_picked_up",
  "no_show",
  "recalculate_fare",
  "tip",
] as const;

/** Events whose translations are in the history's namespace. */
const NAMED_LATER = [
  "withdraw_offer",
  "apply_promo",
  "remove_promo",
  "settle_prepaid",
  "close",
  "auto_cancel",
] as const;

const textOf = (value: unknown) => (typeof value === "string" ? value : "");

/** The events of a booking in order, with their actors. */
export function BookingTimeline({ id }: { id: number }) {
  const { t } = useTranslation();
  const { dateTime, money, time } = useFormat();
  const { data: events, error, refetch } = useQuery(bookingEventsQuery(id));
  const nameOf = (event: BookingEvent) => {
    const named = NAMED.find((name) => name === event.name);
    if (named) return t(`bookings.event_${named}`);
    const too = NAMED_LATER.find((name) => name === event.name);
    return too ? t(`history.event_${too}`) : t(`status.${event.to_status}`);
  };
  const moneyOf = (amount: unknown) => (textOf(amount) ? money(textOf(amount)) : "");
  /** The details of an event that this viewer may see. */
  const moreOf = ({ data, name }: BookingEvent) =>
    [
      textOf(data.reason),
      textOf(data.until) ? t("bookings.held_until", { time: time(textOf(data.until)) }) : "",
      textOf(data.promo_name),
      typeof data.rating === "number" ? t("bookings.stars", { count: data.rating }) : "",
      // The amounts of a cancelled or measured trip are in the money section.
      name === "cancel" ? "" : moneyOf(data.amount ?? data.tip_amount),
    ].filter(Boolean);
  return (
    <section className={classes.card} aria-labelledby="timeline">
      <h2 id="timeline">{t("bookings.timeline")}</h2>
      {error ? <ErrorState compact error={error} onRetry={() => void refetch()} /> : null}
      {!events && !error ? <Skeleton height={120} /> : null}
      {events ? (
        <ol className={classes.events}>
          {events.map((event) => (
            <li key={event.id}>
              {nameOf(event)}
              {moreOf(event).map((text) => (
                <small key={text}>
                  <bdi>{text}</bdi>
                </small>
              ))}
              <small>
                {dateTime(event.at)}
                {" · "}
                {event.actor ? (
                  <PersonLink
                    id={event.actor.id}
                    kind={event.actor.role === "system" ? "admin" : event.actor.role}
                  >
                    <bdi>
                      {event.actor.name
                        ? `${event.actor.name} (${t(`role.${event.actor.role}`)})`
                        : t(`role.${event.actor.role}`)}
                    </bdi>
                  </PersonLink>
                ) : (
                  t("bookings.by_platform")
                )}
              </small>
            </li>
          ))}
        </ol>
      ) : null}
    </section>
  );
}
