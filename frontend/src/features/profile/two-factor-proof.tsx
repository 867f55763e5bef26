import { Button, PasswordInput, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/error";
import { Failure } from "./failure";
import form from "./form.module.css";

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
  const [typed, setTyped] = useState<Proof>({ password: "", code: "" });
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), []);
  const saving = useMutation({
    mutationFn: async (proof: Proof) => {
      if (withPassword && proof.password === "") throw new ApiError(400, "current_needed", "");
      if (proof.code.trim() === "") throw new ApiError(400, "two_factor_wrong_code", "");
      return work(proof);
    },
    onSuccess: onDone,
  });
  const code = saving.error instanceof ApiError ? saving.error.code : null;
  const passwordWrong = code === "wrong_password" || code === "current_needed";
  const change = (part: Partial<Proof>) => {
    saving.reset();
    setTyped((before) => ({ ...before, ...part }));
  };

  return (
    <form
      noValidate
      className={form.form}
      onSubmit={(event) => {
        event.preventDefault();
        saving.mutate(typed);
      }}
    >
      <p className={form.note}>{note}</p>
      {withPassword ? (
        <PasswordInput
          ref={first}
          label={t("profile.password.current")}
          autoComplete="current-password"
          dir="ltr"
          value={typed.password}
          error={passwordWrong}
          onChange={(event) => change({ password: event.currentTarget.value })}
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
        value={typed.code}
        error={code !== null && !passwordWrong}
        onChange={(event) => change({ code: event.currentTarget.value })}
      />
      <Failure error={saving.error} />
      <div className={form.actions}>
        <Button
          type="submit"
          size="md"
          {...(tone ? { color: "brick" } : { variant: "lamp" })}
          loading={saving.isPending}
        >
          {label}
        </Button>
        <Button size="md" variant="default" onClick={onCancel}>
          {t("profile.password.cancel")}
        </Button>
      </div>
    </form>
  );
}
