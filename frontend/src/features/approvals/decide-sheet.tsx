import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { type Approval, approve, cancelApproval } from "@/api/approvals";
import { outcomeUnknown } from "@/api/error";
import { newIdempotencyKey } from "@/api/request";
import { useFormat } from "@/i18n/use-format";
import { ConfirmSheet } from "@/ui/confirm-sheet";
import { toast } from "@/ui/toast";
import { ApprovalFacts } from "./approval-facts";

export type Decision = "approve" | "cancel";

interface DecideSheetProps {
  one: Approval;
  decision: Decision;
  onClose: () => void;
  onDecided: () => void;
  onFailed: () => void;
}

/** Confirms an approval, which is carried out at once, or the cancellation of one's own request. */
export function DecideSheet({ one, decision, onClose, onDecided, onFailed }: DecideSheetProps) {
  const { t } = useTranslation();
  const { money } = useFormat();
  const [key, setKey] = useState(newIdempotencyKey);
  const approves = decision === "approve";
  const decide = useMutation({
    mutationFn: () => (approves ? approve(one.id, key) : cancelApproval(one.id, key)),
    onSuccess: ({ state }) => {
      if (state === "void") toast.failure(t("approvals.was_void"));
      else toast.success(t(approves ? "approvals.was_approved" : "approvals.was_cancelled"));
      onDecided();
    },
    onError: (error) => {
      // The outcome may be unknown: a retry then uses the same key.
      if (!outcomeUnknown(error)) setKey(newIdempotencyKey());
      onFailed();
    },
  });
  const title = approves
    ? t("approvals.approve_amount", { amount: money(one.amount) })
    : t("approvals.cancel");
  return (
    <ConfirmSheet
      opened
      onClose={onClose}
      title={title}
      confirmLabel={title}
      onConfirm={() => decide.mutate()}
      tone={approves ? "lamp" : "danger"}
      working={decide.isPending}
      error={decide.error}
    >
      <p>
        {approves
          ? t("approvals.approve_lead", { name: one.requested_by.name })
          : t("approvals.cancel_lead")}
      </p>
      <ApprovalFacts one={one} />
    </ConfirmSheet>
  );
}
