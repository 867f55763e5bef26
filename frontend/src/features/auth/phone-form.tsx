import { Button } from "@mantine/core";
import { useEffect, useRef } from "react";
import { Trans, useTranslation } from "react-i18next";
import { CodeField } from "@/ui/code-field";
import { Form } from "@/ui/form/form";
import { MobileFields, useMobileCountry } from "@/ui/mobile-fields";
import { ResendButton } from "@/ui/resend-button";
import classes from "./login-page.module.css";
import { SignInAlert } from "./sign-in-alert";
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
  const { number } = phone;
  const { entry } = number.values;
  const place = useMobileCountry(entry.country, defaultCountry);
  const submit = () => {
    number.setFieldValue("home", place.country?.code ?? defaultCountry);
    number.submit();
  };

  return (
    <Form form={number} onSubmit={submit} className={classes.form}>
      <MobileFields
        label={t("auth.mobile")}
        place={place}
        entry={entry}
        onChange={(typed) => number.setFieldValue("entry", typed)}
        error={number.errorOf("entry")}
      />
      <SignInAlert error={number.failure} onDismiss={phone.dismiss} />
      <Button type="submit" variant="lamp" size="lg" loading={number.isPending}>
        {t("auth.get_code")}
      </Button>
      <span className="hx-visually-hidden" role="status">
        {number.isPending ? t("auth.getting_code") : ""}
      </span>
    </Form>
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
  const { code } = phone;

  // biome-ignore lint/correctness/useExhaustiveDependencies: on arrival, and after each new code.
  useEffect(() => field.current?.focus(), [resendFrom]);

  return (
    <Form form={code} className={classes.form}>
      <p className={classes.sent} role="status">
        <Trans
          i18nKey="auth.code_sent"
          values={{ mobile }}
          components={[<bdi key="mobile" dir="ltr" />]}
        />
      </p>
      <CodeField label={t("auth.code")} {...code.field("code")} inputRef={field} />
      <SignInAlert error={code.failure} onDismiss={phone.dismiss} />
      <div className={classes.row}>
        <Button variant="default" size="lg" onClick={phone.cancel}>
          {t("auth.cancel")}
        </Button>
        <Button type="submit" variant="lamp" size="lg" loading={code.isPending || code.isSuccess}>
          {t("auth.verify")}
        </Button>
      </div>
      <div className={classes.again}>
        <ResendButton
          label={t("auth.resend")}
          from={resendFrom}
          working={phone.resending}
          onResend={phone.resend}
        />
      </div>
    </Form>
  );
}
