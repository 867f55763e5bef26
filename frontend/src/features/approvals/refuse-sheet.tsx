import { Textarea } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { type Approval, refuseApproval } from "@/api/approvals";
import { ConfirmSheet } from "@/ui/confirm-sheet";
import { Form } from "@/ui/form/form";
import { useForm } from "@/ui/form/use-form";
import { useRequestKey } from "@/ui/form/use-request-key";
import classes from "./approvals-page.module.css";

interface RefuseSheetProps {
  one: Approval;
  onClose: () => void;
  onRefused: () => void;
  onFailed: () => void;
}

/** Refuses an approval with a reason, which the requester gets. */
export function RefuseSheet({ one, onClose, onRefused, onFailed }: RefuseSheetProps) {
  const { t } = useTranslation();
  const { keyOf, settle } = useRequestKey();
  const form = useForm({
    values: { reason: "" },
    send: (values) => refuseApproval(one.id, values.reason.trim(), keyOf(values)),
    notice: t("approvals.was_refused"),
    onRefused: (error) => {
      settle(error);
      onFailed();
    },
    onDone: onRefused,
  });
  return (
    <ConfirmSheet
      opened
      onClose={onClose}
      title={t("approvals.refuse")}
      confirmLabel={t("approvals.refuse")}
      onConfirm={form.submit}
      tone="danger"
      working={form.isPending}
      error={form.failure}
    >
      <Form form={form} className={classes.form}>
        <p>{t("approvals.refuse_lead", { name: one.requested_by.name })}</p>
        <Textarea
          {...form.field("reason")}
          label={t("approvals.reason")}
          autosize
          minRows={2}
          maxLength={250}
          dir="auto"
          data-autofocus
        />
      </Form>
    </ConfirmSheet>
  );
}
