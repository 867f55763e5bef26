import { Button } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { resetPassword } from "@/api/auth";
import { publicSettingsQuery } from "@/api/catalogue";
import { ApiError } from "@/api/error";
import { leaveQuietly } from "@/api/sign-in";
import { EntryFrame } from "@/ui/entry-frame/entry-frame";
import { Message } from "@/ui/message";
import { NewPasswordField } from "@/ui/new-password-field";
import { passwordFits } from "@/ui/password-policy";
import { PlainLink } from "@/ui/plain-button";
import { BrokenLinkArt, EmailArt, LitLampArt } from "./entry-art";
import classes from "./entry-outcome.module.css";
import { ForgotForm } from "./forgot-dialog";
import form from "./login-page.module.css";
import { entryErrorText } from "./sign-in-errors";

/** The page of a password reset link: sets a new password, or offers a new link if this one is expired. */
export function ResetPasswordPage({ linkKey }: { linkKey: string }) {
  const { t } = useTranslation();
  const [sentAgain, setSentAgain] = useState(false);
  const save = useMutation({
    mutationFn: resetPassword,
    // The server ended every session of the account, including the one in this browser.
    onSuccess: leaveQuietly,
  });
  const dead =
    linkKey === "" || (save.error instanceof ApiError && save.error.code === "reset_link_invalid");

  if (save.isSuccess) {
    return (
      <EntryFrame title={t("auth.reset_done_title")} lead={t("auth.reset_done")}>
        <div className={classes.outcome} role="status">
          <LitLampArt />
          <PlainLink look="lamp" to="/login">
            {t("auth.to_login")}
          </PlainLink>
        </div>
      </EntryFrame>
    );
  }
  if (sentAgain) {
    return (
      <EntryFrame title={t("auth.link_sent_title")}>
        <div className={classes.outcome} role="status">
          <EmailArt />
          <p>{t("errors.reset_pass_msg")}</p>
        </div>
      </EntryFrame>
    );
  }
  if (dead) {
    return (
      <EntryFrame title={t("auth.reset_dead_title")} lead={t("auth.reset_dead")}>
        <div className={classes.outcome}>
          <BrokenLinkArt />
          <ForgotForm email="" onSent={() => setSentAgain(true)} />
        </div>
      </EntryFrame>
    );
  }
  return (
    <EntryFrame title={t("auth.reset_title")} lead={t("auth.reset_lead")}>
      <NewPasswordForm
        working={save.isPending}
        error={save.error}
        onSave={(password) => save.mutate({ key: linkKey, password })}
      />
    </EntryFrame>
  );
}

interface NewPasswordFormProps {
  working: boolean;
  error: unknown;
  onSave: (password: string) => void;
}

function NewPasswordForm({ working, error, onSave }: NewPasswordFormProps) {
  const { t } = useTranslation();
  const { data } = useQuery(publicSettingsQuery());
  const policy = data?.register.password_policy;
  const [password, setPassword] = useState("");
  const [refused, setRefused] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const byPolicy = error instanceof ApiError && error.code === "password_alphaNumeric_check";

  useEffect(() => {
    if (byPolicy) field.current?.focus();
  }, [byPolicy]);

  const ownMessage = byPolicy && policy === "modern" ? error.fields.password || error.detail : null;
  const rule = t(
    policy === "modern" ? "errors.weak_password" : "errors.password_alphaNumeric_check",
  );
  return (
    <form
      noValidate
      className={form.form}
      onSubmit={(event) => {
        event.preventDefault();
        const fits = passwordFits(policy ?? "alphanumeric", password);
        setRefused(!fits);
        if (fits) onSave(password);
        else field.current?.focus();
      }}
    >
      <NewPasswordField
        inputRef={field}
        label={t("auth.reset_new")}
        policy={policy ?? "alphanumeric"}
        value={password}
        onChange={(typed) => {
          setPassword(typed);
          setRefused(false);
        }}
        error={refused ? rule : byPolicy ? (ownMessage ?? rule) : false}
      />
      {error && !byPolicy ? (
        <Message urgent tone="danger">
          {entryErrorText(error, t)}
        </Message>
      ) : null}
      <Button type="submit" variant="lamp" size="lg" loading={working}>
        {t("auth.reset_save")}
      </Button>
    </form>
  );
}
