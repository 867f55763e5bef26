import { Button, PasswordInput, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Form } from "@/ui/form/form";
import classes from "./login-page.module.css";
import { SignInAlert } from "./sign-in-alert";
import type { SignInEntry } from "./use-sign-in";

interface PasswordFormProps {
  entry: SignInEntry;
  onForgot: () => void;
}

export function PasswordForm({ entry, onForgot }: PasswordFormProps) {
  const { t } = useTranslation();
  const { form, working, error } = entry;

  return (
    <Form form={form} className={classes.form}>
      <TextInput
        label={t("auth.email")}
        placeholder={t("auth.email_placeholder")}
        type="email"
        inputMode="email"
        autoComplete="username webauthn"
        dir="ltr"
        {...form.field("email")}
      />
      <PasswordInput
        label={t("auth.password")}
        autoComplete="current-password"
        dir="ltr"
        {...form.field("password")}
        visibilityToggleButtonProps={{ "aria-label": t("auth.show_password") }}
      />
      <button type="button" className={classes.forgot} aria-haspopup="dialog" onClick={onForgot}>
        {t("auth.forgot")}
      </button>
      <SignInAlert error={error} email={form.values.email.trim()} onDismiss={form.reset} />
      <Button type="submit" variant="lamp" size="lg" loading={working}>
        {t("auth.submit")}
      </Button>
    </Form>
  );
}
