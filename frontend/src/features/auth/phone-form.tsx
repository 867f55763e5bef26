import { Button } from "@mantine/core";
import { useEffect, useRef } from "react";
import { Trans, useTranslation } from "react-i18next";
import { CodeField } from "@/ui/code-field";
import { MobileFields, useMobileCountry } from "@/ui/mobile-fields";
import { ResendButton } from "@/ui/resend-button";
import classes from "./login-page.module.css";
import { SignInAlert } from "./sign-in-alert";
import { isAlert } from "./sign-in-errors";
import type { PhoneSignIn } from "./use-phone-sign-in";

interface PhoneFormProps {
  phone: PhoneSignIn;
  /** The default country code. */
  defaultCountry: string | undefined;
}

/** The phone tab: the number first, then the code that was sent to it. */
export function PhoneForm({ phone, defaultCountry }: PhoneFormProps) {
  return phone.sent ? (
    <CodeStep phone={phone} mobile={phone.sent.mobile} resendFrom={phone.sent.resendFrom} />
  ) : (
    <NumberStep phone={phone} defaultCountry={defaultCountry} />
  );
}

function NumberStep({ phone, defaultCountry }: PhoneFormProps) {
  const { t } = useTranslation();
  const number = useRef<HTMLInputElement>(null);
  const place = useMobileCountry(phone.entry.country, defaultCountry);
  const { error, numberMissing, sending } = phone;

  useEffect(() => {
    if (numberMissing || (error && !isAlert(error))) number.current?.focus();
  }, [error, numberMissing]);

  return (
    <form
      noValidate
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        phone.request(place.country?.code ?? defaultCountry);
      }}
    >
      <MobileFields
        label={t("auth.mobile")}
        place={place}
        entry={phone.entry}
        onChange={phone.changeEntry}
        error={numberMissing ? t("auth.mobile_needed") : error !== null}
        inputRef={number}
      />
      <SignInAlert error={error} onDismiss={phone.dismiss} />
      <Button type="submit" variant="lamp" size="lg" loading={sending}>
        {t("auth.get_code")}
      </Button>
      <span className="hx-visually-hidden" role="status">
        {sending ? t("auth.getting_code") : ""}
      </span>
    </form>
  );
}

interface CodeStepProps {
  phone: PhoneSignIn;
  mobile: string;
  resendFrom: number;
}

function CodeStep({ phone, mobile, resendFrom }: CodeStepProps) {
  const { t } = useTranslation();
  const field = useRef<HTMLInputElement>(null);
  const { error } = phone;

  // Focus the code on mount, after each new code, and after a rejection.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new time to wait is a new code.
  useEffect(() => {
    if (!isAlert(error)) field.current?.focus();
  }, [error, resendFrom]);

  return (
    <form
      noValidate
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        phone.verify();
      }}
    >
      <p className={classes.sent} role="status">
        <Trans
          i18nKey="auth.code_sent"
          values={{ mobile }}
          components={[<bdi key="mobile" dir="ltr" />]}
        />
      </p>
      <CodeField
        label={t("auth.code")}
        value={phone.code}
        onChange={phone.changeCode}
        error={error !== null}
        inputRef={field}
      />
      <SignInAlert error={error} onDismiss={phone.dismiss} />
      <div className={classes.row}>
        <Button variant="default" size="lg" onClick={phone.cancel}>
          {t("auth.cancel")}
        </Button>
        <Button type="submit" variant="lamp" size="lg" loading={phone.checking}>
          {t("auth.verify")}
        </Button>
      </div>
      <div className={classes.again}>
        <ResendButton
          label={t("auth.resend")}
          from={resendFrom}
          working={phone.sending}
          onResend={phone.resend}
        />
      </div>
    </form>
  );
}
