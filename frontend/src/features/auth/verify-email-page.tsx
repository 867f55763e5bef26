import { Button, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { Trans, useTranslation } from "react-i18next";
import { resendVerification, verifyEmail } from "@/api/auth";
import { ApiError } from "@/api/error";
import { EntryFrame } from "@/ui/entry-frame/entry-frame";
import { Form } from "@/ui/form/form";
import { useForm } from "@/ui/form/use-form";
import { PlainButton, PlainLink } from "@/ui/plain-button";
import { LoadingState } from "@/ui/states";
import { isEmail } from "./checks";
import { BrokenLinkArt, EmailArt, LitLampArt } from "./entry-art";
import classes from "./entry-outcome.module.css";
import styles from "./login-page.module.css";
import { entryErrorText } from "./sign-in-errors";

interface VerifyEmailPageProps {
  linkKey: string;
  /** The address is confirmed, so a signed-in user's profile must be refetched. */
  onVerified: () => void;
}

/** The page of a verification link: confirms at once, or offers a new link if this one is expired. */
export function VerifyEmailPage({ linkKey, onVerified }: VerifyEmailPageProps) {
  const { t } = useTranslation();
  const started = useRef(false);
  const { mutate, data, error } = useMutation({ mutationFn: verifyEmail, onSuccess: onVerified });

  // Run once: the first response uses up the link.
  useEffect(() => {
    if (started.current || linkKey === "") return;
    started.current = true;
    mutate(linkKey);
  }, [mutate, linkKey]);

  if (data) {
    return (
      <EntryFrame title={t("auth.verify_done_title")}>
        <div className={classes.outcome} role="status">
          <LitLampArt />
          <p>
            <Trans
              i18nKey="auth.verify_done"
              values={{ email: data.email }}
              components={[<bdi key="email" />]}
            />
          </p>
          <PlainLink look="lamp" to="/login">
            {t("auth.verify_go_on")}
          </PlainLink>
        </div>
      </EntryFrame>
    );
  }
  if (linkKey === "" || (error instanceof ApiError && error.code === "verify_link_invalid")) {
    return (
      <EntryFrame title={t("auth.verify_dead_title")} lead={t("auth.verify_dead")}>
        <div className={classes.outcome}>
          <BrokenLinkArt />
          <RequestNewEmail />
        </div>
      </EntryFrame>
    );
  }
  if (error) {
    return (
      <EntryFrame title={t("auth.verify_failed_title")}>
        <div className={classes.outcome} role="alert">
          <p>{entryErrorText(error, t)}</p>
          <PlainButton look="lamp" onClick={() => mutate(linkKey)}>
            {t("app.retry")}
          </PlainButton>
        </div>
      </EntryFrame>
    );
  }
  return (
    <EntryFrame title={t("auth.verify_working")}>
      <LoadingState compact label={t("auth.verify_working")} />
    </EntryFrame>
  );
}

function RequestNewEmail() {
  const { t } = useTranslation();
  const form = useForm({
    values: { email: "" },
    send: ({ email }) => {
      if (!isEmail(email)) throw new ApiError(400, "proper_email", "");
      return resendVerification(email.trim());
    },
    marks: () => ["email"],
  });
  if (form.isSuccess) {
    return (
      <div className={classes.outcome} role="status">
        <EmailArt />
        <p>{t("auth.sent_again")}</p>
      </div>
    );
  }
  return (
    <Form form={form} className={styles.form}>
      <TextInput
        label={t("auth.email")}
        placeholder={t("auth.email_placeholder")}
        type="email"
        inputMode="email"
        autoComplete="email"
        dir="ltr"
        {...form.field("email")}
        error={form.failure ? entryErrorText(form.failure, t) : form.errorOf("email")}
        errorProps={{ role: "alert" }}
      />
      <Button type="submit" variant="lamp" size="lg" loading={form.isPending}>
        {t("auth.send_again")}
      </Button>
    </Form>
  );
}
