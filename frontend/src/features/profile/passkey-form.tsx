import { Button, PasswordInput, TextInput } from "@mantine/core";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/error";
import { addPasskey } from "@/api/passkeys";
import type { AddedPasskey, Me } from "@/api/types";
import { Form } from "@/ui/form/form";
import { FormFailure } from "@/ui/form/form-failure";
import { useForm } from "@/ui/form/use-form";
import classes from "./form.module.css";

interface PasskeyFormProps {
  me: Pick<Me, "has_password" | "email" | "user_type">;
  onDone: (added: AddedPasskey) => void;
  onCancel: () => void;
}

/** Adds a passkey: the password, then the browser's own dialog. */
export function PasskeyForm({ me, onDone, onCancel }: PasskeyFormProps) {
  const { t } = useTranslation();
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus({ preventScroll: true }), []);
  const form = useForm({
    values: { name: "", password: "" },
    send: ({ name, password }) => {
      if (me.has_password && password === "") throw new ApiError(400, "current_needed", "");
      return addPasskey({ name: name.trim(), password });
    },
    marks: ({ code }) =>
      code === "wrong_password" || code === "current_needed" ? ["password"] : [],
    onDone,
  });
  const isStaff = me.user_type === "admin" || me.user_type === "fleetadmin";

  return (
    <Form form={form} className={classes.form}>
      <input type="text" autoComplete="username" value={me.email ?? ""} readOnly hidden />
      <TextInput
        ref={first}
        label={t("profile.passkeys.name")}
        description={t("profile.passkeys.name_hint")}
        maxLength={60}
        autoComplete="off"
        {...form.field("name")}
      />
      {me.has_password ? (
        <PasswordInput
          label={t("profile.password.current")}
          autoComplete="current-password"
          dir="ltr"
          {...form.field("password")}
          visibilityToggleButtonProps={{ "aria-label": t("profile.password.show") }}
        />
      ) : null}
      <FormFailure form={form} />
      {isStaff ? <p className={classes.note}>{t("profile.passkeys.staff_note")}</p> : null}
      <div className={classes.actions}>
        <Button type="submit" size="md" variant="lamp" loading={form.isPending}>
          {t("profile.passkeys.add")}
        </Button>
        <Button size="md" variant="default" onClick={onCancel}>
          {t("profile.password.cancel")}
        </Button>
      </div>
    </Form>
  );
}
