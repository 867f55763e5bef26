import { Button, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { forgotPassword } from "@/api/auth";
import { GuardedModal } from "@/ui/guarded";
import { isEmail } from "./checks";
import classes from "./login-page.module.css";
import { entryErrorText } from "./sign-in-errors";

interface ForgotDialogProps {
  opened: boolean;
  onClose: () => void;
  /** The address already typed on the login form. */
  email: string;
  onSent: () => void;
}

/** Requests a password reset link. The response never reveals whether the account exists. */
export function ForgotDialog({ opened, onClose, email, onSent }: ForgotDialogProps) {
  const { t } = useTranslation();
  return (
    <GuardedModal
      opened={opened}
      onClose={onClose}
      title={t("auth.forgot_title")}
      size="sm"
      closeButtonProps={{ "aria-label": t("app.close") }}
    >
      <ForgotForm email={email} onSent={onSent} />
    </GuardedModal>
  );
}

/** The same form without a dialog, for an expired link. */
export function ForgotForm({ email, onSent }: { email: string; onSent: () => void }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(email);
  const [invalid, setInvalid] = useState(false);
  const send = useMutation({ mutationFn: forgotPassword, onSuccess: onSent });
  const failure = send.error ? entryErrorText(send.error, t) : false;
  return (
    <form
      noValidate
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        setInvalid(!isEmail(typed));
        if (isEmail(typed)) send.mutate(typed.trim());
      }}
    >
      <p className={classes.sent}>{t("auth.forgot_lead")}</p>
      <TextInput
        data-autofocus
        label={t("auth.email")}
        placeholder={t("auth.email_placeholder")}
        type="email"
        inputMode="email"
        autoComplete="username"
        dir="ltr"
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setInvalid(false);
        }}
        error={invalid ? t("errors.proper_email") : failure}
        errorProps={{ role: "alert" }}
      />
      <Button type="submit" variant="lamp" size="md" loading={send.isPending}>
        {t("auth.forgot_send")}
      </Button>
    </form>
  );
}
