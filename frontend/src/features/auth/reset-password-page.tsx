import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { resetPassword } from "@/api/auth";
import { publicSettingsQuery } from "@/api/catalogue";
import { ApiError } from "@/api/error";
import { leaveQuietly } from "@/api/sign-in";
import { EntryFrame } from "@/ui/entry-frame/entry-frame";
import { Form } from "@/ui/form/form";
import { FormFailure } from "@/ui/form/form-failure";
import { useForm } from "@/ui/form/use-form";
import { NewPasswordField } from "@/ui/new-password-field";
import { passwordFits } from "@/ui/password-policy";
import { PlainLink } from "@/ui/plain-button";
import { BrokenLinkArt, EmailArt, LitLampArt } from "./entry-art";
import classes from "./entry-outcome.module.css";
import { ForgotForm } from "./forgot-dialog";
import styles from "./login-page.module.css";
import { entryErrorText } from "./sign-in-errors";

/** The page of a password reset link: sets a new password, or offers a new link if this one is expired. */
export function ResetPasswordPage({ linkKey }: { linkKey: string }) {
  const { t } = useTranslation();
  const [sentAgain, setSentAgain] = useState(false);
  const [saved, setSaved] = useState(false);
  const [dead, setDead] = useState(linkKey === "");

  if (saved) {
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
        linkKey={linkKey}
        onDone={() => setSaved(true)}
        onDead={() => setDead(true)}
      />
    </EntryFrame>
  );
}

interface NewPasswordFormProps {
  linkKey: string;
  onDone: () => void;
  onDead: () => void;
}

function NewPasswordForm({ linkKey, onDone, onDead }: NewPasswordFormProps) {
  const { t } = useTranslation();
  const { data } = useQuery(publicSettingsQuery());
  const policy = data?.register.password_policy ?? "alphanumeric";
  const byPolicy = (error: unknown) =>
    error instanceof ApiError && error.code === "password_alphaNumeric_check";
  const rule = t(
    policy === "modern" ? "errors.weak_password" : "errors.password_alphaNumeric_check",
  );
  const form = useForm({
    values: { password: "" },
    send: ({ password }) => {
      if (!passwordFits(policy, password)) {
        throw new ApiError(400, "password_alphaNumeric_check", "");
      }
      return resetPassword({ key: linkKey, password });
    },
    marks: (error) => (byPolicy(error) ? ["password"] : []),
    onDone: () => {
      // The server ended every session of the account, including the one in this browser.
      void leaveQuietly();
      onDone();
    },
    onRefused: (error) => {
      if (error instanceof ApiError && error.code === "reset_link_invalid") onDead();
    },
  });
  /** The server's own sentence names the rule of the modern policy that was broken. */
  const ruleText = (error: unknown) =>
    (policy === "modern" && error instanceof ApiError && error.detail) || rule;
  const refused = form.errorOf("password");
  return (
    <Form form={form} className={styles.form}>
      <NewPasswordField
        label={t("auth.reset_new")}
        policy={policy}
        {...form.field("password")}
        error={refused === true ? ruleText(form.failure) : refused}
      />
      <FormFailure
        form={byPolicy(form.failure) ? { failure: null } : form}
        text={(error) => entryErrorText(error, t)}
      />
      <Button type="submit" variant="lamp" size="lg" loading={form.isPending}>
        {t("auth.reset_save")}
      </Button>
    </Form>
  );
}
