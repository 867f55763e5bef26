import { Button } from "@mantine/core";
import { IconReceipt } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Booking, UserType } from "@/api/types";
import { FareBreakdown } from "@/ui/fare-breakdown";
import { Money } from "@/ui/money";
import classes from "./booking-detail.module.css";

const PAID_WITH = [
  "cash_payment_amount",
  "used_wallet_money",
  "card_payment_amount",
  "other_payment_amount",
  "written_off_amount",
] as const;
const INSIDE = ["driver_share", "convenience_fees"] as const;
const AFTERWARDS = [
  "cancellation_fee",
  "cancellation_fee_owed",
  "cancellation_fee_written_off",
  "refunded_amount",
  "tip_amount",
] as const;

/** From these statuses on the fare is final and owed. Before them it is an estimate. */
const OWED = ["REACHED", "PENDING", "PAID", "COMPLETE"];
const SETTLED = ["PAID", "COMPLETE"];

const isSome = (amount: string | null | undefined): amount is string =>
  typeof amount === "string" && /[1-9]/.test(amount);

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** The fare breakdown and payment. Drivers and staff also see how the fare is shared. */
export function BookingMoney({ booking, role }: { booking: Booking; role: UserType | null }) {
  const { t } = useTranslation();
  const isCancelled = booking.status === "CANCELLED";
  const isSettled = SETTLED.includes(booking.status);
  const showsShares = role !== "rider" && !isCancelled;
  const heading = OWED.includes(booking.status)
    ? t("bookings.money")
    : t(isCancelled ? "bookings.money_cancelled" : "bookings.money_planned");
  const discounted = isSome(booking.discount);
  const promo = booking.promo?.promo_name;
  const adjustment = booking.adjustment_amount;
  const amounts = (
    fields: readonly (typeof PAID_WITH | typeof INSIDE | typeof AFTERWARDS)[number][],
  ) =>
    fields.map((field) => {
      const amount = booking[field];
      return isSome(amount) ? (
        <Row key={field} name={t(`history.col_${field}`)}>
          <Money amount={amount} />
        </Row>
      ) : null;
    });

  return (
    <section className={classes.card} aria-labelledby="money">
      <h2 id="money">{heading}</h2>
      <FareBreakdown lines={booking.breakdown} total={booking.trip_cost} />
      {booking.adjustment_reason ? (
        <p>{t("fare.adjusted_because", { reason: booking.adjustment_reason })}</p>
      ) : null}
      <dl className={classes.paid}>
        {discounted ? (
          <>
            <Row name={promo ? t("receipt.discount_by", { promo }) : t("history.col_discount")}>
              <Money amount={`-${booking.discount}`} />
            </Row>
            <Row name={t("history.col_payable_amount")}>
              <Money amount={booking.payable_amount} />
            </Row>
          </>
        ) : null}
        <Row name={t("history.col_payment_mode")}>
          {t(`history.mode_${booking.payment_mode}`)}
          {booking.gateway ? <bdi> · {booking.gateway_label}</bdi> : null}
          {booking.prepaid ? ` · ${t("history.col_prepaid")}` : null}
        </Row>
        {role !== "rider" && booking.chosen_payment ? (
          <Row name={t("history.col_chosen_payment")}>
            {t(`history.mode_${booking.chosen_payment}`)}
            {booking.chosen_provider_label ? <bdi> · {booking.chosen_provider_label}</bdi> : null}
          </Row>
        ) : null}
        {amounts(PAID_WITH)}
        {amounts(AFTERWARDS)}
        {isSome(booking.owed_amount) ? (
          <Row name={t(isSettled ? "receipt.owed_paid" : "bookings.owed_with")}>
            <Money amount={booking.owed_amount} />
          </Row>
        ) : null}
        {isSome(adjustment) ? (
          <Row
            name={t(
              adjustment.startsWith("-") ? "bookings.adjustment_refunded" : "receipt.charged_later",
            )}
          >
            <Money amount={adjustment.replace("-", "")} />
          </Row>
        ) : null}
        {showsShares ? amounts(INSIDE) : null}
        {booking.cancellation_explanation ? (
          <Row name={t("receipt.fee_reason")}>{booking.cancellation_explanation}</Row>
        ) : null}
      </dl>
      {isSettled || (isCancelled && isSome(booking.cancellation_fee_charged)) ? (
        <Button
          component={Link}
          to={`/bookings/${booking.id}/receipt`}
          variant="default"
          fullWidth
          mt="md"
          leftSection={<IconReceipt size={20} aria-hidden="true" />}
        >
          {t("receipt.open")}
        </Button>
      ) : null}
    </section>
  );
}
