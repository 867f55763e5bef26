import { Button } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { checkTransaction, transactionQuery, transactionsKey } from "@/api/transactions";
import type { TransactionDetail } from "@/api/types";
import { errorText } from "@/i18n/error-text";
import { useFormat } from "@/i18n/use-format";
import { Money } from "@/ui/money";
import { BookingLink, PersonLink } from "@/ui/record-link";
import { SidePanel } from "@/ui/side-panel";
import { ErrorState, LoadingState } from "@/ui/states";
import { RefundSheet } from "./refund-sheet";
import { StateBadge } from "./state-badge";
import classes from "./transactions.module.css";

const UNDECIDED: readonly TransactionDetail["state"][] = ["created", "redirected", "pending"];

interface TransactionPanelProps {
  reference: string;
  onClose: () => void;
}

/** The details of one payment attempt. */
export function TransactionPanel({ reference, onClose }: TransactionPanelProps) {
  const { t } = useTranslation();
  const found = useQuery(transactionQuery(reference));
  return (
    <SidePanel title={t("transactions.one")} onClose={onClose} width={520}>
      {found.isPending ? (
        <LoadingState compact />
      ) : found.isError ? (
        <ErrorState compact error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <Facts of={found.data} />
      )}
    </SidePanel>
  );
}

function Facts({ of }: { of: TransactionDetail }) {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  const client = useQueryClient();
  const [refunding, setRefunding] = useState(false);
  const check = useMutation({
    mutationFn: () => checkTransaction(of.ref),
    onSettled: () => client.invalidateQueries({ queryKey: transactionsKey }),
  });
  const left = Number(of.refundable_amount) > 0;
  const payer = (
    <PersonLink id={of.user_id} kind="rider">
      {of.user_name}
    </PersonLink>
  );
  const facts: [label: string, value: ReactNode][] = [
    [t("transactions.payer"), of.user_name && payer],
    [
      t("transactions.for"),
      of.reference && <BookingLink id={of.booking_id}>{of.reference}</BookingLink>,
    ],
    [t("transactions.gateway"), of.live ? of.provider_label : `${of.provider_label} (test)`],
    [t("transactions.our_reference"), of.ref],
    [t("transactions.gateway_number"), of.payment_id],
    [t("transactions.date"), dateTime(of.created_at)],
    [t("transactions.paid"), of.paid_at ? dateTime(of.paid_at) : ""],
    [
      t("transactions.credited_to"),
      of.credited_to ? t(`transactions.credited_${of.credited_to}`) : "",
    ],
    [t("transactions.problem"), of.problem],
  ];
  return (
    <div className={classes.facts}>
      <p className={classes.sum}>
        <Money amount={of.amount} /> <span dir="ltr">{of.currency}</span>
        <StateBadge state={of.state} />
      </p>
      <dl>
        {facts
          .filter(([, value]) => value)
          .map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd dir="auto">{value}</dd>
            </div>
          ))}
      </dl>
      <div className={classes.actions}>
        {UNDECIDED.includes(of.state) ? (
          <Button variant="default" loading={check.isPending} onClick={() => check.mutate()}>
            {t("transactions.check")}
          </Button>
        ) : null}
        {left ? (
          <Button variant="default" aria-haspopup="dialog" onClick={() => setRefunding(true)}>
            {t("transactions.refund")}
          </Button>
        ) : null}
      </div>
      {check.error ? (
        <p className={classes.error} role="alert">
          {errorText(check.error, t)}
        </p>
      ) : null}
      {of.refunds.length > 0 ? (
        <section>
          <h2>{t("transactions.refunds")}</h2>
          <ul>
            {of.refunds.map((refund) => (
              <li key={refund.ref}>
                <span>
                  <Money amount={refund.amount} /> {t(`transactions.refund_${refund.state}`)}
                </span>
                <small dir="auto">
                  {[dateTime(refund.created_at), refund.reason, refund.problem]
                    .filter(Boolean)
                    .join(" · ")}
                </small>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      <section>
        <h2>{t("transactions.webhooks")}</h2>
        {of.notifications.length === 0 ? (
          <p className={classes.soft}>{t("transactions.no_webhooks")}</p>
        ) : (
          <ul>
            {of.notifications.map((notification) => (
              <li key={notification.id}>
                <span>{t(`transactions.verdict_${notification.verdict}`)}</span>
                <small dir="auto">
                  {[dateTime(notification.received_at), notification.reason]
                    .filter(Boolean)
                    .join(" · ")}
                </small>
              </li>
            ))}
          </ul>
        )}
      </section>
      {refunding ? <RefundSheet of={of} onClose={() => setRefunding(false)} /> : null}
    </div>
  );
}
