import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { bookingPaymentsQuery, paymentProvidersQuery } from "@/api/payments";
import type { Booking, PaymentAttempt } from "@/api/types";
import { useFormat } from "@/i18n/use-format";
import { Message } from "@/ui/message";
import classes from "./pay-ways.module.css";

const WAITING = new Set<PaymentAttempt["state"]>(["redirected", "pending"]);
/** Polls in addition to the socket, whose event can be lost with the connection. */
const POLL_MS = 5_000;

/** A card payment that is still pending, with a link to its page. */
export function WaitingPayment({ booking }: { booking: Pick<Booking, "id"> }) {
  const { t } = useTranslation();
  const { money } = useFormat();
  const providers = useQuery(paymentProvidersQuery());
  const tries = useQuery({
    ...bookingPaymentsQuery(booking.id),
    refetchInterval: ({ state }) =>
      state.data?.results.some((one) => one.state === "pending") ? POLL_MS : false,
  });
  const newest = tries.data?.[0];
  if (!newest || !WAITING.has(newest.state)) return null;
  const gateway =
    providers.data?.find(({ name }) => name === newest.provider)?.label ?? newest.provider;
  return (
    <Message tone="way">
      <span className={classes.waiting}>
        {t("trip.card_waiting", { amount: money(newest.amount), gateway })}
        <Link to={`/payments/${newest.ref}`}>{t("trip.card_look")}</Link>
      </span>
    </Message>
  );
}
