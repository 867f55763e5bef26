import { Button, PasswordInput, TextInput } from "@mantine/core";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/error";
import { Form } from "@/ui/form/form";
import { FormFailure } from "@/ui/form/form-failure";
import { useForm } from "@/ui/form/use-form";
import classes from "./form.module.css";

interface Proof {
  password: string;
  code: string;
}

interface TwoFactorProofProps<T> {
  label: string;
  note: string;
  withPassword: boolean;
  tone?: "danger";
  work: (proof: Proof) => Promise<T>;
  onDone: (result: T) => void;
  onCancel: () => void;
}

/** Confirms a change of two-factor login by a code, and for turning it off also by the password. */
export function TwoFactorProof<T>(props: TwoFactorProofProps<T>) {
  const { label, note, withPassword, tone, work, onDone, onCancel } = props;
  const { t } = useTranslation();
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), []);
  const form = useForm({
    values: { password: "", code: "" },
    send: (proof: Proof) => {
      if (withPassword && proof.password === "") throw new ApiError(400, "current_needed", "");
      if (proof.code.trim() === "") throw new ApiError(400, "two_factor_wrong_code", "");
      return work(proof);
    },
    marks: ({ code }) =>
      code === "wrong_password" || code === "current_needed" ? ["password"] : ["code"],
    onDone,
  });

  return (
    <Form form={form} className={classes.form}>
      <p className={classes.note}>{note}</p>
      {withPassword ? (
        <PasswordInput
          ref={first}
          label={t("profile.password.current")}
          autoComplete="current-password"
          dir="ltr"
          {...form.field("password")}
          visibilityToggleButtonProps={{ "aria-label": t("profile.password.show") }}
        />
      ) : null}
      <TextInput
        ref={withPassword ? null : first}
        label={t("profile.two_factor.any_code")}
        autoComplete="one-time-code"
        spellCheck={false}
        maxLength={30}
        dir="ltr"
        {...form.field("code")}
      />
      <FormFailure form={form} />
      <div className={classes.actions}>
        <Button
          type="submit"
          size="md"
          {...(tone ? { color: "brick" } : { variant: "lamp" })}
          loading={form.isPending}
        >
          {label}
        </Button>
        <Button size="md" variant="default" onClick={onCancel}>
          {t("profile.password.cancel")}
        </Button>
      </div>
    </Form>
  );
}
