import { UnstyledButton } from "@mantine/core";
import { IconWallet } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { walletQuery } from "@/api/me";
import type { Booking } from "@/api/types";
import { useFormat } from "@/i18n/use-format";
import { AlertDialog } from "@/ui/alert-dialog";
import { ConfirmSheet } from "@/ui/confirm-sheet";
import { Message } from "@/ui/message";
import { Money } from "@/ui/money";
import { toast } from "@/ui/toast";
import { BookingPromo } from "./booking-promo";
import { CallingOff } from "./calling-off";
import { PayClock, useTimeToPay } from "./pay-clock";
import classes from "./payment.module.css";
import { TripReceipt } from "./trip-receipt";
import { useCallOff } from "./use-call-off";
import { useTripAction } from "./use-trip-action";

export interface PaymentDialogProps {
  booking: Booking;
  /** It is paid, here or elsewhere. */
  onPaid: (booking: Booking) => void;
  /** It was called off, or its time ran out. */
  onCalledOff: () => void;
  /** Closed as it stands: it can still be paid. */
  onClose: () => void;
}

/** Paying before anybody is asked: what it costs, a promo, the wallet, and the way out. */
export function PaymentDialog({ booking, onPaid, onCalledOff, onClose }: PaymentDialogProps) {
  const { t } = useTranslation();
  const { money } = useFormat();
  const wallet = useQuery(walletQuery());
  const pay = useTripAction(booking.id, "pay");
  const callOff = useCallOff(booking.id);
  const left = useTimeToPay(booking);
  const { status, payable_amount } = booking;
  const gone = status === "CANCELLED";
  const paid = status !== "PAYMENT_PENDING" && !gone;
  const balance = wallet.data?.balance;
  const low = balance !== undefined && Number(balance) < Number(payable_amount);
  const missing = String(Number(payable_amount) - Number(balance ?? 0));

  const calledOff = gone && callOff.done;

  useEffect(() => {
    if (paid) onPaid(booking);
    if (!calledOff) return;
    toast.success(t("trip.called_off"));
    onCalledOff();
  });

  const blocked = (): string | undefined => {
    if (callOff.underWay) return t("trip.calling_off");
    if (left === 0) return t("errors.payment_expired");
    return low ? t("errors.low_balance") : undefined;
  };

  if (gone) {
    const message = t("trip.unpaid_over", { reason: booking.reason });
    return <AlertDialog opened={!calledOff} message={message} onClose={onCalledOff} />;
  }

  return (
    <ConfirmSheet
      opened
      onClose={onClose}
      title={t("trip.prepay_title")}
      confirmLabel={t("trip.pay_now", { amount: money(payable_amount) })}
      cancelLabel={t("trip.pay_later")}
      onConfirm={() => pay.mutate({ method: "wallet" })}
      working={pay.isPending}
      error={pay.error}
      notice={<CallingOff callOff={callOff} />}
      blockedReason={blocked()}
    >
      <div className={classes.body}>
        <p className={classes.lead}>{t("trip.prepay_lead")}</p>
        <PayClock booking={booking} />
        <TripReceipt booking={booking} />
        {booking.actions.includes("promo") ? (
          <BookingPromo booking={booking} disabled={pay.isPending || callOff.underWay} />
        ) : null}
        <p className={classes.wallet} data-low={low || undefined}>
          <IconWallet size={22} aria-hidden="true" />
          <span>{t("trip.wallet")}</span>
          {balance === undefined ? null : <Money amount={balance} />}
          {low ? (
            <span className={classes.low}>{t("trip.prepay_low", { amount: money(missing) })}</span>
          ) : null}
        </p>
        {wallet.isError ? (
          <Message tone="trouble" urgent>
            {t("trip.wallet_unknown")}
          </Message>
        ) : null}
        {booking.actions.includes("cancel") && !callOff.underWay ? (
          <UnstyledButton className={classes.off} disabled={pay.isPending} onClick={callOff.begin}>
            {t("trip.call_off")}
          </UnstyledButton>
        ) : null}
      </div>
    </ConfirmSheet>
  );
}
