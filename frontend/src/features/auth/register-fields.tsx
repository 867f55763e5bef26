import { TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { PasswordPolicy } from "@/api/auth";
import { MobileFields, type useMobileCountry } from "@/ui/mobile-fields";
import { NewPasswordField } from "@/ui/new-password-field";
import type { Field, RegisterForm } from "./register-form";
import classes from "./register-page.module.css";

export interface FieldsProps {
  form: RegisterForm;
  change: (part: Partial<RegisterForm>) => void;
  /** Returns the message of a field, or false. */
  errorOf: (field: Field) => string | false;
}

type TextName = Exclude<
  keyof RegisterForm,
  "email" | "password" | "mobile" | "referral_id" | "car_type" | "license_image" | "terms"
>;

interface TextFieldProps extends FieldsProps {
  name: TextName;
  required?: boolean;
  autoComplete?: string;
  /** Text that always reads from left to right, such as a number plate or an account number. */
  ltr?: boolean;
  hint?: string;
}

export function TextField(props: TextFieldProps) {
  const { form, change, errorOf, name, required = false, autoComplete, ltr, hint } = props;
  const { t } = useTranslation();
  return (
    <TextInput
      label={t(`register.${name}`)}
      withAsterisk={required}
      value={form[name]}
      onChange={(event) => change({ [name]: event.currentTarget.value })}
      error={errorOf(name)}
      description={hint}
      inputWrapperOrder={["label", "input", "error", "description"]}
      autoComplete={autoComplete ?? "off"}
      dir={ltr ? "ltr" : undefined}
    />
  );
}

interface PersonFieldsProps extends FieldsProps {
  policy: PasswordPolicy;
  place: ReturnType<typeof useMobileCountry>;
  pickCountry: boolean;
}

export function PersonFields(props: PersonFieldsProps) {
  const { form, change, errorOf, policy, place, pickCountry } = props;
  const { t } = useTranslation();
  return (
    <>
      <div className={classes.pair}>
        <TextField {...props} name="first_name" required autoComplete="given-name" />
        <TextField {...props} name="last_name" required autoComplete="family-name" />
      </div>
      <TextInput
        label={t("auth.email")}
        placeholder={t("auth.email_placeholder")}
        type="email"
        inputMode="email"
        autoComplete="email"
        dir="ltr"
        withAsterisk
        value={form.email}
        onChange={(event) => change({ email: event.currentTarget.value })}
        error={errorOf("email")}
      />
      <NewPasswordField
        label={t("auth.password")}
        required
        policy={policy}
        value={form.password}
        onChange={(password) => change({ password })}
        error={errorOf("password")}
      />
      <div className={pickCountry ? classes.pair : ""}>
        <MobileFields
          place={place}
          pickCountry={pickCountry}
          label={t("auth.mobile")}
          entry={form.mobile}
          onChange={(mobile) => change({ mobile })}
          error={errorOf("phone") || errorOf("country")}
          required
        />
      </div>
    </>
  );
}

export function BankFields(props: FieldsProps) {
  const { t } = useTranslation();
  return (
    <fieldset className={classes.section}>
      <legend>{t("register.bank")}</legend>
      <TextField {...props} name="bank_name" />
      <div className={classes.pair}>
        <TextField {...props} name="bank_code" ltr />
        <TextField {...props} name="bank_account" ltr />
      </div>
    </fieldset>
  );
}
