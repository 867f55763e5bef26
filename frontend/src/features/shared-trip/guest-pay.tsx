import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { GuestTrip } from "@/api/types";
import { errorText } from "@/i18n/error-text";
import { useFormat } from "@/i18n/use-format";
import { Message } from "@/ui/message";
import { ProviderChoice } from "@/ui/pay-ways/provider-choice";
import { PlainButton } from "@/ui/plain-button";
import { ErrorState, LoadingState } from "@/ui/states";
import classes from "./guest-trip.module.css";
import { useGuestPayment } from "./use-guest-payment";

interface GuestPayProps {
  trip: GuestTrip;
  token: string;
}

/** The amount to pay and the card payment, on the page of a gateway. */
export function GuestPay({ trip, token }: GuestPayProps) {
  const { t } = useTranslation();
  const { money, dateTime } = useFormat();
  const { payment, chosen, waiting, failed, pay, check, pick } = useGuestPayment(token);

  if (payment.isPending) return <LoadingState compact />;
  if (payment.isError) {
    return <ErrorState compact error={payment.error} onRetry={() => void payment.refetch()} />;
  }
  const { is_payable, amount, owed_amount, payment_due_at, providers } = payment.data;
  if (!is_payable) return null;
  const ahead = trip.status === "PAYMENT_PENDING";
  // Busy until the gateway's page opens; a payment without one can be tried again.
  const working = pay.isPending || Boolean(pay.data?.url);
  return (
    <section className={classes.pay} aria-labelledby="guest-pay">
      <h2 id="guest-pay" className={classes.sum}>
        {t("guest.to_pay")} <bdi>{money(amount)}</bdi>
      </h2>
      {Number(owed_amount) > 0 ? (
        <p className={classes.soft}>{t("guest.owed", { amount: money(owed_amount) })}</p>
      ) : null}
      {ahead ? (
        <p className={classes.soft}>{t("guest.pay_ahead")}</p>
      ) : (
        <p className={classes.soft}>{t("guest.pay_cash")}</p>
      )}
      {payment_due_at ? (
        <p className={classes.soft}>{t("guest.pay_by", { time: dateTime(payment_due_at) })}</p>
      ) : null}
      {waiting ? (
        <Message
          tone="way"
          action={
            <PlainButton disabled={check.isPending} onClick={() => check.mutate()}>
              {t("trip.card_look")}
            </PlainButton>
          }
        >
          {t("trip.card_waiting", { amount: money(waiting.amount), gateway: waiting.label })}
        </Message>
      ) : null}
      {failed && !pay.error ? <Message tone="danger">{t("guest.pay_failed")}</Message> : null}
      {pay.error ? (
        <Message tone="danger" urgent>
          {errorText(pay.error, t)}
        </Message>
      ) : null}
      {providers.length > 1 ? (
        <ProviderChoice
          offered={providers}
          value={chosen?.name ?? ""}
          disabled={working}
          onChange={pick}
        />
      ) : null}
      {chosen ? (
        <Button
          variant="lamp"
          size="lg"
          fullWidth
          loading={working}
          onClick={() => pay.mutate(chosen.name)}
        >
          {t("trip.pay_card", { amount: money(amount), gateway: chosen.label })}
        </Button>
      ) : (
        <p>{t("guest.no_cards")}</p>
      )}
    </section>
  );
}
