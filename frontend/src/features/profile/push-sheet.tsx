import { useTranslation } from "react-i18next";
import type { UserType } from "@/api/types";
import { ConfirmSheet } from "@/ui/confirm-sheet";
import form from "./form.module.css";

interface PushSheetProps {
  opened: boolean;
  role: UserType;
  onClose: () => void;
  onGo: () => void;
}

const reasonOf = (role: UserType) => (role === "rider" || role === "driver" ? role : "office");

/** Explains the notifications before the browser's prompt, which can be shown only once. */
export function PushSheet({ opened, role, onClose, onGo }: PushSheetProps) {
  const { t } = useTranslation();
  return (
    <ConfirmSheet
      opened={opened}
      onClose={onClose}
      title={t("profile.push.prompt_title")}
      confirmLabel={t("profile.push.prompt_go")}
      cancelLabel={t("profile.push.prompt_later")}
      onConfirm={onGo}
    >
      <div className={form.form}>
        <p className={form.note}>{t(`profile.push.prompt_${reasonOf(role)}`)}</p>
        <p className={form.note}>
          <strong>{t("profile.push.prompt_next")}</strong>
        </p>
      </div>
    </ConfirmSheet>
  );
}
