import { Button, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { forgotPassword } from "@/api/auth";
import { ApiError } from "@/api/error";
import { Form } from "@/ui/form/form";
import { useForm } from "@/ui/form/use-form";
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
  const form = useForm({
    values: { email },
    send: (typed) => {
      if (!isEmail(typed.email)) throw new ApiError(400, "proper_email", "");
      return forgotPassword(typed.email.trim());
    },
    marks: () => ["email"],
    onDone: onSent,
  });
  return (
    <Form form={form} className={classes.form}>
      <p className={classes.sent}>{t("auth.forgot_lead")}</p>
      <TextInput
        data-autofocus
        label={t("auth.email")}
        placeholder={t("auth.email_placeholder")}
        type="email"
        inputMode="email"
        autoComplete="username"
        dir="ltr"
        {...form.field("email")}
        error={form.failure ? entryErrorText(form.failure, t) : form.errorOf("email")}
        errorProps={{ role: "alert" }}
      />
      <Button type="submit" variant="lamp" size="md" loading={form.isPending}>
        {t("auth.forgot_send")}
      </Button>
    </Form>
  );
}
