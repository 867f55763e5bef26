import { Button } from "@mantine/core";
import { IconReceipt } from "@tabler/icons-react";
import type { Ref } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Booking } from "@/api/types";
import { useFormat } from "@/i18n/use-format";
import { FareBreakdown } from "@/ui/fare-breakdown";
import { FareKind } from "@/ui/fare-kind";
import { Money } from "@/ui/money";
import classes from "./trip-receipt.module.css";

const FINAL = new Set(["REACHED", "PENDING", "PAID", "COMPLETE"]);
const SETTLED = new Set(["PAID", "COMPLETE"]);

function ReceiptLink({ id }: { id: number }) {
  const { t } = useTranslation();
  return (
    <Button
      component={Link}
      to={`/bookings/${id}/receipt`}
      variant="default"
      leftSection={<IconReceipt size={20} aria-hidden="true" />}
    >
      {t("receipt.open")}
    </Button>
  );
}

/** Reports a problem with a trip that is over. */
export function ReportLink({ id }: { id: number }) {
  const { t } = useTranslation();
  return (
    <Link className={classes.facts} to={`/help?booking=${id}`}>
      {t("cases.report")}
    </Link>
  );
}

/** A cancelled booking has a receipt only if it cost a fee. */
export function FeeReceiptLink({ booking }: { booking: Booking }) {
  if (Number(booking.cancellation_fee_charged) === 0) return null;
  return (
    <>
      {booking.cancellation_explanation ? (
        <p className={classes.facts}>{booking.cancellation_explanation}</p>
      ) : null}
      <ReceiptLink id={booking.id} />
    </>
  );
}

interface TripReceiptProps {
  booking: Booking;
  /** Receives the focus when the receipt replaces the tip card. */
  titleRef?: Ref<HTMLHeadingElement>;
}

/** The fare, estimated or final, and the amounts paid. */
export function TripReceipt({ booking, titleRef }: TripReceiptProps) {
  const { t } = useTranslation();
  const { distance, duration } = useFormat();
  const final = FINAL.has(booking.status);
  // A delivery costs its quoted price, and shows the quoted distance.
  const measured = booking.app_category !== "delivery";
  const driven =
    final && measured && booking.distance_km !== null && booking.total_trip_time !== null;

  const paid = [
    { label: t("trip.paid_cash"), amount: booking.cash_payment_amount },
    { label: t("trip.paid_wallet"), amount: booking.used_wallet_money },
    {
      label: booking.gateway
        ? t("trip.paid_card_by", { gateway: booking.gateway_label })
        : t("trip.paid_card"),
      amount: booking.card_payment_amount,
    },
    { label: t("trip.paid_other"), amount: booking.other_payment_amount },
    { label: t("trip.paid_written_off"), amount: booking.written_off_amount },
    { label: t("trip.owed_paid"), amount: SETTLED.has(booking.status) ? booking.owed_amount : "0" },
  ].filter(({ amount }) => Number(amount) > 0);
  // The difference between the measured fare and the prepayment.
  const ahead = Number(booking.prepaid_amount);
  const difference =
    ahead > 0 ? Math.round((Number(booking.payable_amount) - ahead) * 10_000) / 10_000 : 0;
  const discounted = Number(booking.discount) > 0;
  const tipped = Number(booking.tip_amount) > 0;

  return (
    <section className={classes.receipt}>
      <h2 ref={titleRef} tabIndex={-1} className={classes.title}>
        {t(paid.length > 0 && final ? "trip.receipt" : "trip.fare")}
        {final ? null : <FareKind fixed={booking.fare_is_fixed} />}
      </h2>
      <p className={classes.facts}>
        {driven
          ? t("trip.driven", {
              distance: distance(booking.charged_distance_km),
              duration: duration(booking.total_trip_time ?? 0),
            })
          : t("trip.planned", {
              distance: distance(booking.estimate_distance_km),
              duration: duration(booking.estimate_duration_seconds),
            })}
      </p>
      <FareBreakdown lines={booking.breakdown} total={booking.trip_cost} />
      {discounted || tipped || paid.length > 0 ? (
        <dl className={classes.paid}>
          {discounted ? (
            <>
              <dt>{t("trip.discount")}</dt>
              <dd>
                <Money amount={`-${booking.discount}`} />
              </dd>
              <dt>{t("trip.payable")}</dt>
              <dd>
                <Money amount={booking.payable_amount} />
              </dd>
            </>
          ) : null}
          {SETTLED.has(booking.status) && difference !== 0 ? (
            <>
              <dt>{t("trip.paid_ahead")}</dt>
              <dd>
                <Money amount={booking.prepaid_amount} />
              </dd>
              <dt>{t(difference > 0 ? "trip.difference_charged" : "trip.difference_refunded")}</dt>
              <dd>
                <Money amount={String(Math.abs(difference))} />
              </dd>
            </>
          ) : null}
          {paid.map(({ label, amount }) => (
            <div key={label} className={classes.way}>
              <dt>{label}</dt>
              <dd>
                <Money amount={amount} />
              </dd>
            </div>
          ))}
          {tipped ? (
            <div className={classes.way}>
              <dt>{t("trip.tip")}</dt>
              <dd>
                <Money amount={booking.tip_amount} />
              </dd>
            </div>
          ) : null}
        </dl>
      ) : null}
      {final && measured && booking.distance_source === "great_circle" ? (
        <p className={classes.facts}>{t("trip.as_crow_flies")}</p>
      ) : null}
      {SETTLED.has(booking.status) ? <ReceiptLink id={booking.id} /> : null}
      {final ? <ReportLink id={booking.id} /> : null}
    </section>
  );
}
