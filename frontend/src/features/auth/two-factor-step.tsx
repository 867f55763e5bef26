import { Button, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/error";
import { finishTwoFactor } from "@/api/sign-in";
import type { Me } from "@/api/types";
import { CodeField, isCode } from "@/ui/code-field";
import { EntryFrame } from "@/ui/entry-frame/entry-frame";
import classes from "./login-page.module.css";
import { SignInAlert } from "./sign-in-alert";
import { isAlert, signOutAfter } from "./sign-in-errors";

interface TwoFactorStepProps {
  challenge: string;
  onSignedIn: (me: Me) => void;
  onBack: () => void;
}

/** The second step of a login: a code from the authenticator app, or a recovery code. */
export function TwoFactorStep({ challenge, onSignedIn, onBack }: TwoFactorStepProps) {
  const { t } = useTranslation();
  const field = useRef<HTMLInputElement>(null);
  const [code, setCode] = useState("");
  const [recovering, setRecovering] = useState(false);
  const check = useMutation({
    mutationFn: async (typed: string) => {
      const complete = recovering ? typed.trim() !== "" : isCode(typed);
      if (!complete) throw new ApiError(400, "two_factor_wrong_code", "");
      return finishTwoFactor({ challenge, code: typed });
    },
    onSuccess: (me) => onSignedIn(me),
    onError: (error) => {
      signOutAfter(error);
      setCode("");
    },
  });
  const { error } = check;
  const over = error instanceof ApiError && error.code === "two_factor_expired";

  // biome-ignore lint/correctness/useExhaustiveDependencies: on arrival, after a refusal, and for the other kind of code.
  useEffect(() => {
    if (!isAlert(error)) field.current?.focus();
  }, [error, recovering]);

  const change = (typed: string) => {
    check.reset();
    setCode(typed);
  };

  return (
    <EntryFrame
      title={t("auth.two_factor_title")}
      lead={t(recovering ? "auth.two_factor_lead_recovery" : "auth.two_factor_lead")}
    >
      <form
        noValidate
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          check.mutate(code);
        }}
      >
        {recovering ? (
          <TextInput
            ref={field}
            label={t("auth.two_factor_recovery")}
            value={code}
            onChange={(event) => change(event.currentTarget.value)}
            error={error !== null}
            autoComplete="off"
            spellCheck={false}
            dir="ltr"
            maxLength={30}
          />
        ) : (
          <CodeField
            label={t("auth.two_factor_code")}
            value={code}
            onChange={change}
            error={error !== null}
            inputRef={field}
          />
        )}
        <SignInAlert error={error} onDismiss={over ? onBack : () => change("")} />
        <div className={classes.row}>
          <Button variant="default" size="lg" onClick={onBack}>
            {t("auth.cancel")}
          </Button>
          <Button
            type="submit"
            variant="lamp"
            size="lg"
            loading={check.isPending || check.isSuccess}
          >
            {t("auth.submit")}
          </Button>
        </div>
        <button
          type="button"
          className={classes.forgot}
          onClick={() => {
            change("");
            setRecovering((before) => !before);
          }}
        >
          {t(recovering ? "auth.two_factor_use_app" : "auth.two_factor_use_recovery")}
        </button>
      </form>
    </EntryFrame>
  );
}
