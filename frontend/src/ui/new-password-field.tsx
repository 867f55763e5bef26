import { PasswordInput } from "@mantine/core";
import { IconCheck, IconInfoCircle, IconPoint } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { PasswordPolicy } from "@/api/auth";
import classes from "./new-password-field.module.css";
import { checkPassword } from "./password-policy";

interface NewPasswordFieldProps {
  label: string;
  policy: PasswordPolicy;
  value: string;
  onChange: (password: string) => void;
  error?: string | boolean;
  required?: boolean;
}

/**
 * The rules of the password policy, ticked off while the user types. Spans, because a description is a
 * paragraph.
 */
function Rules({ policy, password }: { policy: PasswordPolicy; password: string }) {
  const { t } = useTranslation();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a list element is not allowed inside a paragraph.
    <span role="list" className={classes.rules}>
      {checkPassword(policy, password).map(({ rule, met }) => {
        const Icon = met === null ? IconInfoCircle : met ? IconCheck : IconPoint;
        return (
          // biome-ignore lint/a11y/useSemanticElements: as above.
          <span role="listitem" key={rule} data-met={met || undefined}>
            <Icon size={16} stroke={2.2} aria-hidden="true" />
            <span>
              {t(`password.${rule}`)}
              {met ? <span className="hx-visually-hidden">: {t("password.met")}</span> : null}
            </span>
          </span>
        );
      })}
    </span>
  );
}

/** A field for a new password, with the policy's rules below it. */
export function NewPasswordField(props: NewPasswordFieldProps) {
  const { t } = useTranslation();
  return (
    <PasswordInput
      label={props.label}
      value={props.value}
      onChange={(event) => props.onChange(event.currentTarget.value)}
      autoComplete="new-password"
      dir="ltr"
      withAsterisk={props.required ?? false}
      error={props.error ?? false}
      aria-invalid={Boolean(props.error) || undefined}
      description={<Rules policy={props.policy} password={props.value} />}
      inputWrapperOrder={["label", "input", "error", "description"]}
      visibilityToggleButtonProps={{ "aria-label": t("auth.show_password") }}
    />
  );
}
