import { Textarea } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/error";
import { type ReviewedDocument, rejectDocument } from "@/api/fleet";
import { ConfirmSheet } from "@/ui/confirm-sheet";
import { Form } from "@/ui/form/form";
import { useForm } from "@/ui/form/use-form";
import classes from "./documents.module.css";

interface RejectSheetProps {
  reviewed: ReviewedDocument;
  onClose: () => void;
  onRejected: () => void;
  /** Called if there is another photo or decision, which the reviewer has not seen. */
  onChanged: (error: ApiError) => void;
}

/** Rejects a document with a reason, which the driver reads. */
export function RejectSheet({ reviewed, onClose, onRejected, onChanged }: RejectSheetProps) {
  const { t } = useTranslation();
  const form = useForm({
    values: { reason: "" },
    send: ({ reason }) => rejectDocument(reviewed, reason.trim()),
    notice: t("fleet.rejected"),
    onDone: onRejected,
    onRefused: (error) => {
      if (error instanceof ApiError && error.status === 409) onChanged(error);
    },
  });
  return (
    <ConfirmSheet
      opened
      onClose={onClose}
      title={t("people.document_refuse_title")}
      confirmLabel={t("people.document_refuse")}
      tone="danger"
      onConfirm={form.submit}
      working={form.isPending}
      error={form.failure}
    >
      <Form form={form} className={classes.form}>
        <Textarea
          {...form.field("reason")}
          label={t("fleet.reason")}
          description={t("fleet.reason_hint")}
          autosize
          minRows={2}
          maxLength={300}
          data-autofocus
        />
      </Form>
    </ConfirmSheet>
  );
}
