import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Booking } from "@/api/types";
import { errorText } from "@/i18n/error-text";
import { useFormat } from "@/i18n/use-format";
import { PayWays } from "@/ui/pay-ways/pay-ways";
import { usePayWays, WALLET } from "@/ui/pay-ways/use-pay-ways";
import { WaitingPayment } from "@/ui/pay-ways/waiting-payment";
import classes from "./action-card.module.css";
import { BookingPromo } from "./booking-promo";
import { firstName } from "./headline";
import { useTripAction } from "./use-trip-action";

/** Payment by wallet or card, less a promo discount. If neither is possible, shows the alternatives. */
export function PayCard({ booking }: { booking: Booking }) {
  const { t } = useTranslation();
  const { money } = useFormat();
  const ways = usePayWays(booking);
  const pay = useTripAction(booking.id, "pay");
  const { card, balance, stuck, way } = ways;
  const name = firstName(booking.driver?.name ?? "") || t("trip.your_driver_plain");
  const error = way === WALLET ? pay.error : card.error;
  const working = pay.isPending || card.isPending || card.isSuccess;

  return (
    <>
      <section className={classes.card}>
        <WaitingPayment booking={booking} />
        {error ? (
          <p className={classes.error} role="alert">
            {errorText(error, t)}
          </p>
        ) : null}
        {Number(booking.prepaid_amount) > 0 ? (
          <p className={classes.ahead}>
            {t("trip.difference_due", {
              paid: money(booking.prepaid_amount),
              due: money(booking.amount_due),
            })}
          </p>
        ) : null}
        {Number(booking.owed_amount) > 0 ? (
          <p className={classes.ahead}>
            {t("trip.owed_included", {
              owed: money(booking.owed_amount),
              total: money(booking.to_collect),
            })}
          </p>
        ) : null}
        {booking.actions.includes("promo") ? (
          <BookingPromo booking={booking} disabled={working} />
        ) : null}
        <PayWays ways={ways} disabled={working} />
        {stuck && ways.providers.isPending ? null : stuck ? (
          <div className={classes.low} role="status">
            <p>{t("errors.low_balance")}</p>
            <p>{t("trip.pay_low", { balance: money(balance ?? "0"), name })}</p>
          </div>
        ) : null}
      </section>
      {stuck ? null : (
        <div className={classes.sticky}>
          <Button
            variant="lamp"
            size="lg"
            fullWidth
            loading={working}
            onClick={() =>
              way === WALLET
                ? pay.mutate({ method: "wallet", amount: booking.amount_due })
                : card.mutate()
            }
          >
            {way === WALLET
              ? t("trip.pay_wallet", { amount: money(booking.amount_due) })
              : t("trip.pay_card", { amount: money(ways.cardAmount), gateway: ways.label })}
          </Button>
        </div>
      )}
    </>
  );
}
