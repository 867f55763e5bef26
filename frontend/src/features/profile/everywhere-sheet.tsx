import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { signOutEverywhere } from "@/api/devices";
import { ConfirmSheet } from "@/ui/confirm-sheet";
import form from "./form.module.css";

interface EverywhereSheetProps {
  opened: boolean;
  onClose: () => void;
}

export function EverywhereSheet({ opened, onClose }: EverywhereSheetProps) {
  const { t } = useTranslation();
  const leaving = useMutation({ mutationFn: signOutEverywhere });
  return (
    <ConfirmSheet
      opened={opened}
      onClose={() => {
        leaving.reset();
        onClose();
      }}
      title={t("profile.sessions.everywhere_title")}
      confirmLabel={t("profile.sessions.everywhere")}
      tone="danger"
      working={leaving.isPending}
      error={leaving.error}
      onConfirm={() => leaving.mutate()}
    >
      <p className={form.note}>{t("profile.sessions.everywhere_body")}</p>
    </ConfirmSheet>
  );
}
