import { TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { newIdempotencyKey } from "@/api/request";
import { refundTransaction, transactionsKey } from "@/api/transactions";
import type { TransactionDetail } from "@/api/types";
import { useFormat } from "@/i18n/use-format";
import { AmountInput } from "@/ui/amount-input";
import { ConfirmSheet } from "@/ui/confirm-sheet";
import { toast } from "@/ui/toast";
import classes from "./transactions.module.css";

/** Refunds through the gateway, debiting the payer's wallet. */
export function RefundSheet({ of, onClose }: { of: TransactionDetail; onClose: () => void }) {
  const { t } = useTranslation();
  const { money } = useFormat();
  const client = useQueryClient();
  const [amount, setAmount] = useState(String(Number(of.refundable_amount)));
  const [reason, setReason] = useState("");
  const [key, setKey] = useState(newIdempotencyKey);
  const change = (set: (value: string) => void) => (value: string) => {
    set(value);
    // Changed input makes another request.
    setKey(newIdempotencyKey());
  };
  const refund = useMutation({
    mutationFn: () => refundTransaction(of.ref, amount.trim() || "0", reason.trim(), key),
    onSuccess: () => {
      toast.success(t("transactions.refund_submitted"));
      onClose();
    },
    onSettled: () => client.invalidateQueries({ queryKey: transactionsKey }),
  });
  return (
    <ConfirmSheet
      opened
      onClose={onClose}
      title={t("transactions.refund")}
      confirmLabel={t("transactions.refund_send")}
      onConfirm={() => refund.mutate()}
      working={refund.isPending}
      error={refund.error}
      tone="danger"
    >
      <div className={classes.form}>
        <p className={classes.soft}>
          {t("transactions.refund_lead", { name: of.user_name, left: money(of.refundable_amount) })}
        </p>
        <AmountInput
          label={t("transactions.amount")}
          dir="ltr"
          value={amount}
          onChange={(event) => change(setAmount)(event.currentTarget.value)}
          data-autofocus
        />
        <TextInput
          label={t("transactions.reason")}
          maxLength={250}
          value={reason}
          onChange={(event) => change(setReason)(event.currentTarget.value)}
        />
      </div>
    </ConfirmSheet>
  );
}
