import { Textarea } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { outcomeUnknown } from "@/api/error";
import { rejectWithdrawal, withdrawalsKey } from "@/api/payouts";
import { newIdempotencyKey } from "@/api/request";
import type { WithdrawalRow } from "@/api/types";
import { useFormat } from "@/i18n/use-format";
import { ConfirmSheet } from "@/ui/confirm-sheet";
import { toast } from "@/ui/toast";
import classes from "./payouts.module.css";

interface RejectSheetProps {
  row: WithdrawalRow;
  onClose: () => void;
}

/** Rejects a withdrawal. The money is refunded to the wallet, and the user sees the reason. */
export function RejectSheet({ row, onClose }: RejectSheetProps) {
  const { t } = useTranslation();
  const { money } = useFormat();
  const client = useQueryClient();
  const [reason, setReason] = useState("");
  const [key, setKey] = useState(newIdempotencyKey);
  const reject = useMutation({
    mutationFn: () => rejectWithdrawal(row.id, reason.trim(), key),
    onSuccess: () => {
      toast.success(t("payouts.rejected"));
      onClose();
    },
    onError: (error) => {
      // The outcome may be unknown: a retry then uses the same key.
      if (!outcomeUnknown(error)) setKey(newIdempotencyKey());
    },
    onSettled: () => client.invalidateQueries({ queryKey: withdrawalsKey }),
  });
  return (
    <ConfirmSheet
      opened
      onClose={onClose}
      title={t("payouts.reject_of", { name: row.name, amount: money(row.amount) })}
      confirmLabel={t("payouts.reject")}
      onConfirm={() => reject.mutate()}
      tone="danger"
      working={reject.isPending}
      error={reject.error}
      blockedReason={reason.trim() ? undefined : t("payouts.reason_needed")}
    >
      <div className={classes.form}>
        <Textarea
          label={t("payouts.reason")}
          maxLength={250}
          autosize
          minRows={2}
          value={reason}
          onChange={(event) => {
            setReason(event.currentTarget.value);
            setKey(newIdempotencyKey());
          }}
          data-autofocus
        />
        <p className={classes.soft}>{t("payouts.reject_lead")}</p>
        {row.batch_id ? (
          <p className={classes.error}>{t("payouts.reject_in_file", { number: row.batch_id })}</p>
        ) : null}
      </div>
    </ConfirmSheet>
  );
}
