import { useTranslation } from "react-i18next";
import { removePhoto } from "@/api/profile";
import { ConfirmSheet } from "@/ui/confirm-sheet";
import form from "./form.module.css";
import { useSave } from "./use-save";

export function RemovePhotoSheet({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  const removing = useSave<void>(removePhoto, {
    message: t("profile.photo.removed"),
    after: onClose,
  });
  return (
    <ConfirmSheet
      opened={opened}
      onClose={() => {
        removing.reset();
        onClose();
      }}
      title={t("profile.photo.remove_title")}
      confirmLabel={t("profile.photo.remove")}
      tone="danger"
      working={removing.isPending}
      error={removing.error}
      onConfirm={() => removing.mutate()}
    >
      <p className={form.note}>{t("profile.photo.remove_body")}</p>
    </ConfirmSheet>
  );
}
