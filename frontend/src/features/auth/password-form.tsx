import { Button, PasswordInput, TextInput } from "@mantine/core";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { errorText } from "@/i18n/error-text";
import classes from "./login-page.module.css";
import type { SignInEntry } from "./use-sign-in";

export function PasswordForm({ entry }: { entry: SignInEntry }) {
  const { t } = useTranslation();
  const email = useRef<HTMLInputElement>(null);
  const { typed, change, submit, working, error } = entry;

  useEffect(() => {
    if (error) email.current?.focus();
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
        aria-invalid={error !== null}
        aria-describedby={error ? "sign-in-error" : undefined}
      />
      <PasswordInput
        label={t("auth.password")}
        autoComplete="current-password"
        value={typed.password}
        onChange={(event) => change({ password: event.currentTarget.value })}
        visibilityToggleButtonProps={{ "aria-label": t("auth.show_password") }}
      />
      {error ? (
        <p id="sign-in-error" className={classes.error} role="alert">
          {errorText(error, t)}
        </p>
      ) : null}
      <Button type="submit" variant="lamp" size="lg" loading={working}>
        {t("auth.submit")}
      </Button>
    </form>
  );
}
