import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import {
  deleteVersion,
  publishVersion,
  type TermsVersion,
  termsKey,
  versionsKey,
} from "@/api/terms";
import { ConfirmSheet } from "@/ui/confirm-sheet";
import { toast } from "@/ui/toast";
import { versionName } from "./columns";

interface SheetProps {
  version: TermsVersion;
  onClose: () => void;
}

function useChange(send: (id: number) => Promise<unknown>, notice: string, onClose: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: () => {
      toast.success(notice);
      onClose();
    },
    onSettled: () => {
      void client.invalidateQueries({ queryKey: termsKey });
      return client.invalidateQueries({ queryKey: versionsKey });
    },
  });
}

export function PublishSheet({ version, onClose }: SheetProps) {
  const { t } = useTranslation();
  const publish = useChange(publishVersion, t("terms.published"), onClose);
  return (
    <ConfirmSheet
      opened
      onClose={onClose}
      title={t("terms.publish_of", { name: versionName(version, t) })}
      confirmLabel={t("terms.publish")}
      onConfirm={() => publish.mutate(version.id)}
      working={publish.isPending}
      error={publish.error}
    >
      <p>{t("terms.publish_lead")}</p>
    </ConfirmSheet>
  );
}

export function DeleteSheet({ version, onClose }: SheetProps) {
  const { t } = useTranslation();
  const remove = useChange(deleteVersion, t("terms.deleted"), onClose);
  return (
    <ConfirmSheet
      opened
      onClose={onClose}
      title={t("terms.delete_of", { name: versionName(version, t) })}
      confirmLabel={t("terms.delete")}
      tone="danger"
      onConfirm={() => remove.mutate(version.id)}
      working={remove.isPending}
      error={remove.error}
    >
      <p>{t("terms.delete_lead")}</p>
    </ConfirmSheet>
  );
}
