import { Textarea } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import {
  addReason,
  changeReason,
  deleteReason,
  type Reason,
  reasonsKey,
} from "@/api/admin-catalogue";
import { ConfirmSheet } from "@/ui/confirm-sheet";
import { toast } from "@/ui/toast";

interface ReasonSheetProps {
  /** The reason to edit; null for a new one. */
  reason: Reason | null;
  onClose: () => void;
}

export function ReasonSheet({ reason, onClose }: ReasonSheetProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [label, setLabel] = useState(reason?.label ?? "");
  const save = useMutation({
    mutationFn: () => (reason ? changeReason(reason.id, label.trim()) : addReason(label.trim())),
    onSuccess: () => {
      toast.success(t(reason ? "reasons.changed" : "reasons.added"));
      onClose();
    },
    onSettled: () => client.invalidateQueries({ queryKey: reasonsKey }),
  });
  return (
    <ConfirmSheet
      opened
      onClose={onClose}
      title={t(reason ? "reasons.edit_title" : "reasons.new_title")}
      confirmLabel={reason ? t("app.save") : t("reasons.add")}
      onConfirm={() => {
        if (label.trim()) save.mutate();
      }}
      working={save.isPending}
      error={save.error}
    >
      <Textarea
        label={t("reasons.label")}
        maxLength={250}
        autosize
        minRows={2}
        value={label}
        onChange={(event) => setLabel(event.currentTarget.value)}
        data-autofocus
      />
    </ConfirmSheet>
  );
}

export function DeleteReasonSheet({ reason, onClose }: { reason: Reason; onClose: () => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: () => deleteReason(reason.id),
    onSuccess: () => {
      toast.success(t("reasons.deleted"));
      onClose();
    },
    onSettled: () => client.invalidateQueries({ queryKey: reasonsKey }),
  });
  return (
    <ConfirmSheet
      opened
      onClose={onClose}
      title={t("reasons.delete_title")}
      confirmLabel={t("reasons.delete_yes")}
      onConfirm={() => remove.mutate()}
      tone="danger"
      working={remove.isPending}
      error={remove.error}
    >
      <p>{t("reasons.delete_lead", { label: reason.label })}</p>
    </ConfirmSheet>
  );
}
