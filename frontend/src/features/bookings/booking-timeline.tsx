import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { bookingEventsQuery } from "@/api/bookings";
import type { BookingEvent } from "@/api/types";
import { useFormat } from "@/i18n/use-format";
import { ErrorState } from "@/ui/states";
import classes from "./booking-detail.module.css";

/** The moves that leave the status as it was, or say more than the new status does. */
const NAMED = [
  "create",
  "create_unpaid",
  "prepay",
  "expire_payment",
  "photograph_pickup",
  "photograph_delivery",
  "dispatch",
  "expire_offers",
  "find_nobody",
  "assign",
  "accept",
  "decline",
  "give_back",
  "lose_driver",
  "mistype_otp",
  "force_end",
  "cancel_picked_up",
  "refare",
] as const;

/** More of them, whose names came with the history. */
const NAMED_TOO = [
  "withdraw_offer",
  "apply_promo",
  "remove_promo",
  "settle_prepaid",
  "close",
  "call_off",
] as const;

const textOf = (value: unknown) => (typeof value === "string" ? value : "");

/** What happened, in order, and who did it. */
export function BookingTimeline({ id }: { id: number }) {
  const { t } = useTranslation();
  const { dateTime, money } = useFormat();
  const { data: events, error, refetch } = useQuery(bookingEventsQuery(id));
  const nameOf = (event: BookingEvent) => {
    const named = NAMED.find((name) => name === event.name);
    if (named) return t(`bookings.event_${named}`);
    const too = NAMED_TOO.find((name) => name === event.name);
    return too ? t(`history.event_${too}`) : t(`status.${event.to_status}`);
  };
  /** What the trail remembers of a move, as far as this viewer is told. */
  const moreOf = ({ data, name }: BookingEvent) =>
    [
      textOf(data.reason),
      textOf(data.promo_name),
      typeof data.rating === "number" ? t("bookings.stars", { count: data.rating }) : "",
      // What a cancelled or a measured trip came to is said by the money beside.
      name === "cancel" || !data.amount ? "" : money(textOf(data.amount)),
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
                  <bdi>
                    {event.actor.name} ({t(`role.${event.actor.role}`)})
                  </bdi>
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
