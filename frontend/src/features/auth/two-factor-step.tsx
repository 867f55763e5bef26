import { Button, TextInput } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/error";
import { finishTwoFactor } from "@/api/sign-in";
import type { Me, TwoFactorChallenge } from "@/api/types";
import { CodeField, isCode } from "@/ui/code-field";
import { EntryFrame } from "@/ui/entry-frame/entry-frame";
import { Form } from "@/ui/form/form";
import { useForm } from "@/ui/form/use-form";
import classes from "./login-page.module.css";
import { PasskeyButton } from "./passkey-button";
import { SignInAlert } from "./sign-in-alert";
import { isAlert, signOutAfter } from "./sign-in-errors";

interface TwoFactorStepProps {
  challenge: string;
  /** What the user has besides recovery codes. */
  factors?: TwoFactorChallenge["factors"];
  onSignedIn: (me: Me) => void;
  onBack: () => void;
}

/** The second step of a login: a code from the authenticator app, a passkey, or a recovery code. */
export function TwoFactorStep(props: TwoFactorStepProps) {
  const { challenge, factors = ["app"], onSignedIn, onBack } = props;
  const { t } = useTranslation();
  const hasApp = factors.includes("app");
  const field = useRef<HTMLInputElement>(null);
  const [recovering, setRecovering] = useState(!hasApp);
  const form = useForm({
    values: { code: "" },
    send: ({ code }) => {
      const complete = recovering ? code.trim() !== "" : isCode(code);
      if (!complete) throw new ApiError(400, "two_factor_wrong_code", "");
      return finishTwoFactor({ challenge, code });
    },
    marks: (refused) => (isAlert(refused) ? [] : ["code"]),
    onDone: (me) => onSignedIn(me),
    onRefused: (refused): void => {
      signOutAfter(refused);
      form.setFieldValue("code", "");
    },
  });
  const { error } = form.refusal;
  const over = error instanceof ApiError && error.code === "two_factor_expired";

  // biome-ignore lint/correctness/useExhaustiveDependencies: on arrival, and for the other kind of code.
  useEffect(() => field.current?.focus(), [recovering]);

  return (
    <EntryFrame
      title={t("auth.two_factor_title")}
      lead={t(
        !hasApp
          ? "auth.passkey_lead"
          : recovering
            ? "auth.two_factor_lead_recovery"
            : "auth.two_factor_lead",
      )}
    >
      {factors.includes("passkey") ? (
        <div className={classes.passkey}>
          <PasskeyButton label={t("auth.passkey_use")} onSignedIn={onSignedIn} />
        </div>
      ) : null}
      <Form form={form} className={classes.form}>
        {recovering ? (
          <TextInput
            ref={field}
            label={t("auth.two_factor_recovery")}
            {...form.field("code")}
            autoComplete="off"
            spellCheck={false}
            dir="ltr"
            maxLength={30}
          />
        ) : (
          <CodeField label={t("auth.two_factor_code")} {...form.field("code")} inputRef={field} />
        )}
        <SignInAlert error={error} onDismiss={over ? onBack : form.reset} />
        <div className={classes.row}>
          <Button variant="default" size="lg" onClick={onBack}>
            {t("auth.cancel")}
          </Button>
          <Button type="submit" variant="lamp" size="lg" loading={form.isPending || form.isSuccess}>
            {t("auth.submit")}
          </Button>
        </div>
        {hasApp ? (
          <button
            type="button"
            className={classes.forgot}
            onClick={() => {
              form.reset();
              setRecovering((before) => !before);
            }}
          >
            {t(recovering ? "auth.two_factor_use_app" : "auth.two_factor_use_recovery")}
          </button>
        ) : null}
      </Form>
    </EntryFrame>
  );
}
