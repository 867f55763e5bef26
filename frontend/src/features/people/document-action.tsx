import { TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { deleteDocument, personKey } from "@/api/people";
import type { DriverDocument } from "@/api/types";
import { ConfirmSheet } from "@/ui/confirm-sheet";
import { useEditDocument } from "./use-edit-document";

interface DocumentActionProps {
  action: "refuse" | "delete";
  driverDocument: DriverDocument;
  onClose: () => void;
}

/** Rejects a document with a reason, or deletes it. */
export function DocumentAction({ action, driverDocument, onClose }: DocumentActionProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [note, setNote] = useState("");
  const refuse = useEditDocument(driverDocument, onClose);
  const drop = useMutation({
    mutationFn: () => deleteDocument(driverDocument.id),
    onSuccess: () => {
      onClose();
      void client.invalidateQueries({ queryKey: personKey(driverDocument.driver_id ?? 0) });
    },
  });
  const refusing = action === "refuse";
  return (
    <ConfirmSheet
      opened
      onClose={onClose}
      title={t(refusing ? "people.document_refuse_title" : "people.document_delete_title")}
      confirmLabel={t(refusing ? "people.document_refuse" : "people.document_delete")}
      tone="danger"
      working={refuse.isPending || drop.isPending}
      error={refuse.error ?? drop.error}
      onConfirm={() => {
        if (refusing) refuse.mutate({ state: "refused", note });
        else drop.mutate();
      }}
    >
      {refusing ? (
        <TextInput
          label={t("people.document_note")}
          value={note}
          maxLength={300}
          data-autofocus
          onChange={(event) => setNote(event.currentTarget.value)}
        />
      ) : (
        <p>{t("people.document_delete_body")}</p>
      )}
    </ConfirmSheet>
  );
}
