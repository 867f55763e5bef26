import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { resendVerification } from "@/api/auth";
import { ApiError } from "@/api/error";
import { AlertDialog } from "@/ui/alert-dialog";
import { Message } from "@/ui/message";
import { ResendButton } from "@/ui/resend-button";
import { entryErrorText, isAlert } from "./sign-in-errors";

/** The wait before another email can be requested. */
const RESEND_AFTER_MS = 60_000;

/** Resends the verification email. */
export function ResendEmailButton({ email }: { email: string }) {
  const { t } = useTranslation();
  const [from, setFrom] = useState(0);
  const send = useMutation({
    mutationFn: () => resendVerification(email),
    onSuccess: () => setFrom(Date.now() + RESEND_AFTER_MS),
  });
  return (
    <>
      <ResendButton
        label={t("auth.send_again")}
        from={from}
        working={send.isPending}
        onResend={() => send.mutate()}
      />
      <div role="status">
        {send.isSuccess ? t("auth.sent_again") : null}
        {send.isError ? entryErrorText(send.error, t) : null}
      </div>
    </>
  );
}

interface SignInAlertProps {
  error: unknown;
  /** The address for the verification email. */
  email?: string | undefined;
  /** Closing clears the error and the form. */
  onDismiss: () => void;
}

/** Why the login failed: a modal alert where the specification requires one, otherwise a message beside the form. */
export function SignInAlert({ error, email, onDismiss }: SignInAlertProps) {
  const { t } = useTranslation();
  if (!error) return null;
  const text = entryErrorText(error, t);
  if (isAlert(error)) return <AlertDialog opened message={text} onClose={onDismiss} />;

  const code = error instanceof ApiError ? error.code : "";
  const waits = code === "email_verify_message" || code === "require_approval";
  return (
    <Message
      urgent
      tone={waits ? "lamp" : "danger"}
      dismissLabel={t("auth.dismiss")}
      onDismiss={onDismiss}
      action={
        code === "email_verify_message" && email ? <ResendEmailButton email={email} /> : undefined
      }
    >
      {text}
    </Message>
  );
}
