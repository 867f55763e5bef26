import { Button, Skeleton } from "@mantine/core";
import { IconCircleCheck, IconCircleX, IconClockHour4 } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Link, useParams } from "react-router";
import { checkPayment, paymentKey, paymentQuery } from "@/api/payments";
import type { PaymentAttempt } from "@/api/types";
import { Money } from "@/ui/money";
import { PageHeader } from "@/ui/page-header";
import { ErrorState } from "@/ui/states";
import classes from "./wallet.module.css";

type Look = "waiting" | "paid" | "failed" | "back";

const LOOKS: Record<PaymentAttempt["state"], Look> = {
  created: "waiting",
  redirected: "waiting",
  pending: "waiting",
  paid: "paid",
  failed: "failed",
  expired: "failed",
  partially_refunded: "back",
  refunded: "back",
  disputed: "back",
};
const ICONS = {
  waiting: IconClockHour4,
  paid: IconCircleCheck,
  failed: IconCircleX,
  back: IconCircleCheck,
};
/** Polls besides the socket, whose event can be lost. */
const POLL_MS = 5_000;

/** The state of a payment, updated when the gateway decides. */
export function PaymentPage() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { ref = "" } = useParams();
  const payment = useQuery({
    ...paymentQuery(ref),
    refetchInterval: ({ state }) =>
      state.data && LOOKS[state.data.state] === "waiting" ? POLL_MS : false,
  });
  const check = useMutation({
    mutationFn: () => checkPayment(ref),
    onSuccess: (found) => client.setQueryData(paymentKey(ref), found),
  });
  const { mutate } = check;
  const waiting = payment.data !== undefined && LOOKS[payment.data.state] === "waiting";

  // Users who return from the gateway expect the current state.
  useEffect(() => {
    if (waiting) mutate();
  }, [waiting, mutate]);

  if (payment.isError && !payment.data) {
    return (
      <div className={classes.page}>
        <PageHeader title={t("wallet.payment")} back="/wallet" />
        <ErrorState error={payment.error} onRetry={() => void payment.refetch()} />
      </div>
    );
  }
  if (!payment.data) {
    return (
      <div className={classes.page} role="status">
        <span className="hx-visually-hidden">{t("app.loading")}</span>
        <Skeleton height="14rem" radius="lg" />
      </div>
    );
  }
  const { state, amount, action, booking_id, reference, credited_to } = payment.data;
  const look = LOOKS[state];
  const home = booking_id === null ? "/wallet" : `/bookings/${booking_id}`;
  const then =
    credited_to === "held" && look === "paid"
      ? t("wallet.then_held")
      : booking_id !== null && look === "paid"
        ? t(credited_to === "booking" ? "wallet.then_booking" : "wallet.then_kept", { reference })
        : t(`wallet.then_${look}`);
  const Icon = ICONS[look];
  return (
    <div className={classes.page}>
      <PageHeader title={t("wallet.payment")} back={home} />
      <section className={classes.outcome} data-look={look}>
        <Icon size={56} stroke={1.5} aria-hidden="true" />
        <h2 aria-live="polite">{t(`wallet.state_${state}`)}</h2>
        <p className={classes.sum}>
          <Money amount={amount} />
        </p>
        <p className={classes.soft}>{then}</p>
        <div className={classes.ways}>
          {look === "waiting" ? (
            <>
              {action && state !== "pending" ? (
                <Button variant="lamp" size="md" onClick={() => window.location.assign(action.url)}>
                  {t("wallet.continue")}
                </Button>
              ) : null}
              <Button
                variant="default"
                size="md"
                loading={check.isPending}
                onClick={() => mutate()}
              >
                {t("wallet.check")}
              </Button>
            </>
          ) : null}
          <Button
            component={Link}
            to={home}
            variant={look === "paid" && booking_id !== null ? "lamp" : "default"}
            size="md"
          >
            {look === "failed"
              ? t("wallet.again")
              : t(booking_id === null ? "wallet.to_wallet" : "wallet.to_booking")}
          </Button>
          {booking_id !== null && credited_to === "wallet" ? (
            <Button component={Link} to="/wallet" variant="default" size="md">
              {t("wallet.to_wallet")}
            </Button>
          ) : null}
        </div>
      </section>
    </div>
  );
}
