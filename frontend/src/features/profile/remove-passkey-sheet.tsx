import { PasswordInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/error";
import { passkeysKey, removePasskey } from "@/api/passkeys";
import { twoFactorKey } from "@/api/two-factor";
import type { Me, Passkey } from "@/api/types";
import { ConfirmSheet } from "@/ui/confirm-sheet";
import { toast } from "@/ui/toast";
import form from "./form.module.css";

interface RemovePasskeySheetProps {
  me: Me;
  passkey: Passkey;
  onClose: () => void;
}

/** Confirms the removal of a passkey by the password. */
export function RemovePasskeySheet({ me, passkey, onClose }: RemovePasskeySheetProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [password, setPassword] = useState("");
  const work = useMutation({
    mutationFn: async () => {
      if (me.has_password && password === "") throw new ApiError(400, "current_needed", "");
      await removePasskey(passkey.id, password);
    },
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: passkeysKey });
      void client.invalidateQueries({ queryKey: twoFactorKey, exact: true });
      toast.success(t("profile.passkeys.removed_done"));
      onClose();
    },
  });
  const code = work.error instanceof ApiError ? work.error.code : "";
  return (
    <ConfirmSheet
      opened
      onClose={onClose}
      title={t("profile.passkeys.remove_title", { name: passkey.name })}
      confirmLabel={t("profile.passkeys.remove")}
      tone="danger"
      working={work.isPending}
      error={work.error}
      onConfirm={() => work.mutate()}
    >
      <p className={form.note}>{t("profile.passkeys.remove_body")}</p>
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
