import { UnstyledButton } from "@mantine/core";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import type { Booking } from "@/api/types";
import { useFormat } from "@/i18n/use-format";
import { AlertDialog } from "@/ui/alert-dialog";
import { ConfirmSheet } from "@/ui/confirm-sheet";
import { Message } from "@/ui/message";
import { PayWays } from "@/ui/pay-ways/pay-ways";
import { usePayWays, WALLET } from "@/ui/pay-ways/use-pay-ways";
import { WaitingPayment } from "@/ui/pay-ways/waiting-payment";
import { toast } from "@/ui/toast";
import { BookingPromo } from "./booking-promo";
import { CancellationNotice } from "./cancellation-notice";
import { PayClock, useTimeToPay } from "./pay-clock";
import classes from "./payment.module.css";
import { TripReceipt } from "./trip-receipt";
import { useTripAction } from "./use-trip-action";
import { useUndoableCancel } from "./use-undoable-cancel";

export interface PaymentDialogProps {
  booking: Booking;
  /** Called when the booking is paid, here or elsewhere. */
  onPaid: (booking: Booking) => void;
  /** Called when the booking is cancelled, or its deadline passes. */
  onCalledOff: () => void;
  /** Closes the dialog. The booking can still be paid. */
  onClose: () => void;
}

/** Prepayment before dispatch: the price, a promo code, wallet or card, and cancel. */
export function PaymentDialog({ booking, onPaid, onCalledOff, onClose }: PaymentDialogProps) {
  const { t } = useTranslation();
  const { money } = useFormat();
  const ways = usePayWays(booking);
  const { card, stuck, wallet } = ways;
  const fromWallet = ways.way === WALLET;
  const pay = useTripAction(booking.id, "pay");
  const cancellation = useUndoableCancel(booking.id);
  const left = useTimeToPay(booking);
  const { status, amount_due, fare_is_fixed } = booking;
  const context = booking.app_category;
  const gone = status === "CANCELLED";
  const paid = status !== "PAYMENT_PENDING" && !gone;
  const working = pay.isPending || card.isPending || card.isSuccess;
  const cancelled = gone && cancellation.done;

  useEffect(() => {
    if (paid) onPaid(booking);
    if (!cancelled) return;
    toast.success(t("trip.cancelled_unpaid"));
    onCalledOff();
  });

  const blocked = (): string | undefined => {
    if (cancellation.underWay) return t("trip.cancelling");
    if (left === 0) return t("errors.payment_expired");
    return stuck ? t("errors.low_balance") : undefined;
  };

  if (gone) {
    const message = t("trip.unpaid_over", { reason: booking.reason, context });
    return <AlertDialog opened={!cancelled} message={message} onClose={onCalledOff} />;
  }

  return (
    <ConfirmSheet
      opened
      onClose={onClose}
      title={t("trip.prepay_title", { context })}
      confirmLabel={
        fromWallet
          ? t("trip.pay_now", { amount: money(amount_due) })
          : t("trip.pay_card", { amount: money(ways.cardAmount), gateway: ways.label })
      }
      cancelLabel={t("trip.pay_later")}
      onConfirm={() =>
        fromWallet ? pay.mutate({ method: "wallet", amount: amount_due }) : card.mutate()
      }
      working={working}
      error={fromWallet ? pay.error : card.error}
      notice={<CancellationNotice cancellation={cancellation} />}
      blockedReason={blocked()}
      guarded={false}
    >
      <div className={classes.body}>
        <p className={classes.lead}>{t("trip.prepay_lead", { context })}</p>
        {fare_is_fixed ? null : (
          <p className={classes.lead}>{t("fare.ahead_note", { price: money(amount_due) })}</p>
        )}
        <PayClock booking={booking} />
        <WaitingPayment booking={booking} />
        <TripReceipt booking={booking} />
        {booking.actions.includes("promo") ? (
          <BookingPromo booking={booking} disabled={working || cancellation.underWay} />
        ) : null}
        <PayWays ways={ways} disabled={working || cancellation.underWay} />
        {stuck ? (
          <p className={classes.low}>{t("trip.prepay_low", { amount: money(ways.missing) })}</p>
        ) : null}
        {wallet.isError ? (
          <Message tone="danger" urgent>
            {t("trip.wallet_unknown")}
          </Message>
        ) : null}
        {booking.actions.includes("cancel") && !cancellation.underWay ? (
          <UnstyledButton className={classes.off} disabled={working} onClick={cancellation.begin}>
            {t("trip.cancel_unpaid")}
          </UnstyledButton>
        ) : null}
      </div>
    </ConfirmSheet>
  );
}
