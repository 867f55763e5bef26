import { PasswordInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/error";
import type { Me } from "@/api/types";
import { deleteAccount } from "@/api/your-data";
import { ConfirmSheet } from "@/ui/confirm-sheet";
import form from "./form.module.css";

interface DeleteAccountSheetProps {
  me: Me;
  opened: boolean;
  onClose: () => void;
}

/** What is still open, by the server's code, whose own texts are written for staff. */
const BLOCKED = {
  trip_open: "blocked_trip",
  driver_on_trip: "blocked_trip",
  driver_busy: "blocked_trip",
  wallet_not_empty: "blocked_money",
  fees_owed: "blocked_money",
  withdrawal_open: "blocked_pending",
  payment_open: "blocked_pending",
  refund_open: "blocked_pending",
} as const;

const isBlocked = (code: string): code is keyof typeof BLOCKED => code in BLOCKED;

/** Confirms the deletion of the own account by the password, and lists what is deleted and what stays. */
export function DeleteAccountSheet({ me, opened, onClose }: DeleteAccountSheetProps) {
  const { t } = useTranslation();
  const [password, setPassword] = useState("");
  const work = useMutation({
    mutationFn: async () => {
      if (me.has_password && password === "") throw new ApiError(400, "current_needed", "");
      await deleteAccount(password);
    },
  });
  const code = work.error instanceof ApiError ? work.error.code : "";
  const blocked = isBlocked(code) ? BLOCKED[code] : null;
  const close = () => {
    work.reset();
    setPassword("");
    onClose();
  };
  return (
    <ConfirmSheet
      opened={opened}
      onClose={close}
      title={t("profile.your_data.delete_title")}
      confirmLabel={t("profile.your_data.delete")}
      tone="danger"
      working={work.isPending}
      error={blocked ? null : work.error}
      notice={
        blocked ? (
          <p className={form.error} role="alert">
            {t(`profile.your_data.${blocked}`)}
          </p>
        ) : null
      }
      onConfirm={() => work.mutate()}
    >
      <p className={form.note}>{t("profile.your_data.delete_gone")}</p>
      <p className={form.note}>{t("profile.your_data.delete_kept")}</p>
      {me.has_password ? (
        <PasswordInput
          label={t("profile.password.current")}
          autoComplete="current-password"
          dir="ltr"
          value={password}
          error={code === "wrong_password" || code === "current_needed"}
          onChange={(event) => {
            work.reset();
            setPassword(event.currentTarget.value);
          }}
          visibilityToggleButtonProps={{ "aria-label": t("profile.password.show") }}
        />
      ) : null}
    </ConfirmSheet>
  );
}
