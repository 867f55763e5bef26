import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { walletQuery } from "@/api/me";
import type { Booking } from "@/api/types";
import { errorText } from "@/i18n/error-text";
import { useFormat } from "@/i18n/use-format";
import { BookingPromo } from "./booking-promo";
import classes from "./deed-card.module.css";
import { firstName } from "./headline";
import { useTripAction } from "./use-trip-action";

/** Paying from the wallet, less what a promo takes off; with too little in it, the way to pay all the same. */
export function PayCard({ booking }: { booking: Booking }) {
  const { t } = useTranslation();
  const { money } = useFormat();
  const wallet = useQuery(walletQuery());
  const pay = useTripAction(booking.id, "pay");
  const name = firstName(booking.driver?.name ?? "") || t("trip.your_driver_plain");
  const balance = wallet.data?.balance;
  const low = balance !== undefined && Number(balance) < Number(booking.payable_amount);

  return (
    <section className={classes.card}>
      {pay.error ? (
        <p className={classes.error} role="alert">
          {errorText(pay.error, t)}
        </p>
      ) : null}
      {booking.actions.includes("promo") ? (
        <BookingPromo booking={booking} disabled={pay.isPending} />
      ) : null}
      {low ? (
        <div className={classes.low} role="status">
          <p>{t("errors.low_balance")}</p>
          <p>{t("trip.pay_low", { balance: money(balance), name })}</p>
        </div>
      ) : (
        <Button
          variant="lamp"
          size="lg"
          fullWidth
          loading={pay.isPending}
          onClick={() => pay.mutate({ method: "wallet" })}
        >
          {t("trip.pay_wallet", { amount: money(booking.payable_amount) })}
        </Button>
      )}
      {balance !== undefined && !low ? (
        <p className={classes.note}>{t("trip.pay_balance", { balance: money(balance) })}</p>
      ) : null}
    </section>
  );
}
