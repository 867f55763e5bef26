import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { approvalsKey, isWaiting } from "@/api/approvals";
import { publicSettingsQuery } from "@/api/catalogue";
import { processBatch, processWithdrawal, withdrawalsKey } from "@/api/payouts";
import { newIdempotencyKey } from "@/api/request";
import type { PayoutBatch, WithdrawalRow } from "@/api/types";
import { useFormat } from "@/i18n/use-format";
import { AboveLimit } from "@/ui/approvals/above-limit";
import { useApprovalLimit } from "@/ui/approvals/use-approval-limit";
import { ConfirmSheet } from "@/ui/confirm-sheet";
import { DateField } from "@/ui/dates/date-field";
import { toast } from "@/ui/toast";
import { dayIn } from "./day";
import classes from "./payouts.module.css";

interface ProcessSheetProps {
  /** One withdrawal, or all withdrawals of a file. */
  what: { row: WithdrawalRow } | { batch: PayoutBatch };
  onClose: () => void;
}

/** Marks withdrawals as paid by the bank, with the date of the payment. */
export function ProcessSheet({ what, onClose }: ProcessSheetProps) {
  const { t } = useTranslation();
  const { money } = useFormat();
  const client = useQueryClient();
  const zone = useQuery(publicSettingsQuery()).data?.time_zone;
  const today = dayIn(zone);
  const [picked, setPicked] = useState("");
  const [key] = useState(newIdempotencyKey);
  const day = picked || today;
  const limit = useApprovalLimit("approval_payout_limit");
  const total = "row" in what ? what.row.amount : what.batch.total;
  const above = limit !== null && Number(total) > Number(limit) ? limit : null;
  const process = useMutation({
    mutationFn: async () =>
      "row" in what
        ? await processWithdrawal(what.row.id, day, key)
        : await processBatch(what.batch.id, day, key),
    onSuccess: (reply) => {
      toast.success(t(isWaiting(reply) ? "approvals.sent" : "payouts.processed"));
      onClose();
    },
    onSettled: () => {
      void client.invalidateQueries({ queryKey: approvalsKey });
      // After a rejection another admin may have processed them.
      return client.invalidateQueries({ queryKey: withdrawalsKey });
    },
  });
  return (
    <ConfirmSheet
      opened
      onClose={onClose}
      title={
        "row" in what
          ? t("payouts.process_of", { name: what.row.name, amount: money(what.row.amount) })
          : t("payouts.process_file", { number: what.batch.id, count: what.batch.open_rows })
      }
      notice={above ? <AboveLimit limit={above} /> : null}
      confirmLabel={t(above ? "approvals.request" : "payouts.process")}
      onConfirm={() => process.mutate()}
      working={process.isPending}
      error={process.error}
    >
      <div className={classes.form}>
        <DateField
          label={t("payouts.col_process_date")}
          value={day}
          max={today}
          {...("row" in what ? { min: dayIn(zone, what.row.requested_at) } : {})}
          onChange={(day) => setPicked(day)}
          data-autofocus
        />
        <p className={classes.soft}>{t("payouts.process_lead")}</p>
      </div>
    </ConfirmSheet>
  );
}
