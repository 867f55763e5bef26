import { type ReactNode, Suspense, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Booking } from "@/api/types";
import { useFormat } from "@/i18n/use-format";
import { useConnection } from "@/realtime/hooks";
import { ConnectionBadge } from "@/ui/connection-badge";
import { lazy } from "@/ui/lazy";
import { PartyLine } from "@/ui/party/party-line";
import { HireLine } from "@/ui/places/hire-line";
import { HireTime } from "@/ui/places/hire-time";
import { RoundTripLine } from "@/ui/places/round-trip-line";
import { WaitingTime } from "@/ui/waiting-time";
import { CancelDialog } from "./cancel-dialog";
import { CancellationNotice } from "./cancellation-notice";
import { DeliveryCard } from "./delivery-card";
import { DriverCard } from "./driver-card";
import { releaseOf } from "./headline";
import { PayCard } from "./pay-card";
import { PayClock } from "./pay-clock";
import { Planned } from "./planned";
import { RateCard } from "./rate-card";
import { Searching } from "./searching";
import { TipCard } from "./tip-card";
import { type ChatSlot, TripBar } from "./trip-bar";
import { TripHeadline } from "./trip-headline";
import classes from "./trip-page.module.css";
import { FeeReceiptLink, ReportLink, TripReceipt } from "./trip-receipt";
import { TripStops } from "./trip-stops";
import { TripTimeline } from "./trip-timeline";
import { useNow } from "./use-now";
import { useUndoableCancel } from "./use-undoable-cancel";

const PaymentDialog = lazy(async () => ({
  default: (await import("./payment-dialog")).PaymentDialog,
}));

const STALE_AFTER_MS = 15_000;
const MOVING = new Set(["ACCEPTED", "STARTED"]);

/** The safety actions of a ride, from another feature. */
export type SafetySlot = (booking: Booking) => ReactNode;

interface TripStageProps {
  booking: Booking;
  chat: ChatSlot | undefined;
  safety: SafetySlot | undefined;
}

/** The details of the ride beside its map, by stage. */
export function TripStage({ booking, chat, safety }: TripStageProps) {
  const { t } = useTranslation();
  const { ago, dateTime, money } = useFormat();
  const connection = useConnection();
  const now = useNow(5000);
  const [cancelling, setCancelling] = useState(false);
  const [paying, setPaying] = useState(false);
  const receipt = useRef<HTMLHeadingElement>(null);
  const cancellation = useUndoableCancel(booking.id);
  const { status, actions } = booking;
  const unpaid = status === "PAYMENT_PENDING";
  const delivery = booking.app_category === "delivery";
  const seen = booking.driver?.position?.at;
  const stale =
    MOVING.has(status) && seen && now.getTime() - Date.parse(seen) > STALE_AFTER_MS ? seen : null;
  const release = releaseOf(booking, now);
  const held = status === "NEW" && booking.held_until ? new Date(booking.held_until) : null;
  const unseen = MOVING.has(status) && booking.driver !== null && !seen;

  return (
    <div className={classes.content}>
      <div className={classes.meta}>
        <span>
          {t("trip.reference")} <bdi className={classes.reference}>{booking.reference}</bdi>
          {booking.book_later && !release ? (
            <span className={classes.later}>
              {t("trip.scheduled_for", { time: dateTime(booking.trip_date) })}
            </span>
          ) : null}
        </span>
        <ConnectionBadge state={connection} />
      </div>
      <TripHeadline booking={booking} now={now} />
      {booking.waiting ? (
        <WaitingTime
          waiting={booking.waiting}
          over={
            Number(booking.waiting.fee) > 0
              ? t("trip.waiting_over_fee", { amount: money(booking.waiting.fee) })
              : t("trip.waiting_over_rider")
          }
        />
      ) : null}
      {stale ? (
        <p className={classes.stale} role="status">
          {t("trip.stale", { ago: ago(stale, now) })}
        </p>
      ) : null}
      {unseen ? (
        <p className={classes.stale} role="status">
          {t("errors.location_fetch_error")}
        </p>
      ) : null}
      {status === "CANCELLED" ? null : <TripTimeline booking={booking} />}
      {status === "CANCELLED" ? null : <TripStops booking={booking} />}
      <RoundTripLine minutes={booking.return_wait_minutes} />
      <HireLine minutes={booking.hire_minutes} includedKm={booking.hire_included_km} />
      <HireTime booking={booking} />
      <PartyLine party={booking} />
      {release ? <Planned from={release} /> : null}
      {held ? <Planned from={held} held /> : null}
      {status === "NEW" && !release && !held ? <Searching booking={booking} now={now} /> : null}
      {unpaid ? (
        <>
          <PayClock booking={booking} />
          <CancellationNotice cancellation={cancellation} />
        </>
      ) : null}
      {actions.includes("pay") && !unpaid ? <PayCard booking={booking} /> : null}
      {status === "PAID" && actions.includes("complete") ? <RateCard booking={booking} /> : null}
      {actions.includes("tip") ? (
        <TipCard booking={booking} onTipped={() => receipt.current?.focus()} />
      ) : null}
      {status === "CANCELLED" ? (
        <>
          <FeeReceiptLink booking={booking} />
          <ReportLink id={booking.id} />
        </>
      ) : (
        <>
          <DriverCard booking={booking} />
          {delivery ? <DeliveryCard booking={booking} /> : null}
          {safety?.(booking)}
          <TripReceipt booking={booking} titleRef={receipt} />
        </>
      )}
      <TripBar
        booking={booking}
        chat={chat}
        onPay={cancellation.underWay ? null : () => setPaying(true)}
        onCancel={unpaid ? cancellation.begin : () => setCancelling(true)}
      />
      {paying ? (
        <Suspense fallback={null}>
          <PaymentDialog
            booking={booking}
            onPaid={() => setPaying(false)}
            onCalledOff={() => setPaying(false)}
            onClose={() => setPaying(false)}
          />
        </Suspense>
      ) : null}
      <CancelDialog
        bookingId={booking.id}
        category={booking.app_category}
        arrived={status === "ARRIVED"}
        opened={cancelling && actions.includes("cancel") && !unpaid}
        onClose={() => setCancelling(false)}
      />
    </div>
  );
}
