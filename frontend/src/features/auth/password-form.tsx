import { Button, PasswordInput, TextInput } from "@mantine/core";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import classes from "./login-page.module.css";
import { SignInAlert } from "./sign-in-alert";
import { isAlert } from "./sign-in-errors";
import type { SignInEntry } from "./use-sign-in";

interface PasswordFormProps {
  entry: SignInEntry;
  onForgot: () => void;
}

export function PasswordForm({ entry, onForgot }: PasswordFormProps) {
  const { t } = useTranslation();
  const email = useRef<HTMLInputElement>(null);
  const { typed, change, submit, dismiss, working, error } = entry;

  useEffect(() => {
    if (error && !isAlert(error)) email.current?.focus();
  }, [error]);

  return (
    <form
      noValidate
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        submit(typed);
      }}
    >
      <TextInput
        ref={email}
        label={t("auth.email")}
        placeholder={t("auth.email_placeholder")}
        type="email"
        inputMode="email"
        autoComplete="username"
        dir="ltr"
        value={typed.email}
        onChange={(event) => change({ email: event.currentTarget.value })}
        error={error !== null}
      />
      <PasswordInput
        label={t("auth.password")}
        autoComplete="current-password"
        dir="ltr"
        value={typed.password}
        onChange={(event) => change({ password: event.currentTarget.value })}
        visibilityToggleButtonProps={{ "aria-label": t("auth.show_password") }}
      />
      <button type="button" className={classes.forgot} aria-haspopup="dialog" onClick={onForgot}>
        {t("auth.forgot")}
      </button>
      <SignInAlert error={error} email={typed.email.trim()} onDismiss={dismiss} />
      <Button type="submit" variant="lamp" size="lg" loading={working}>
        {t("auth.submit")}
      </Button>
    </form>
  );
}
