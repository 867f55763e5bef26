import { Button, PasswordInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { publicSettingsQuery } from "@/api/catalogue";
import { ApiError } from "@/api/error";
import { changePassword } from "@/api/profile";
import type { Me } from "@/api/types";
import { Form } from "@/ui/form/form";
import { FormFailure } from "@/ui/form/form-failure";
import { useForm } from "@/ui/form/use-form";
import { NewPasswordField } from "@/ui/new-password-field";
import { passwordFits } from "@/ui/password-policy";
import classes from "./form.module.css";
import { Section } from "./section";

const EMPTY = { current: "", password: "" };

/** Changes the password. Users without one can set their first. */
export function PasswordCard({ me }: { me: Me }) {
  const { t } = useTranslation();
  const { data: settings } = useQuery(publicSettingsQuery());
  const policy = settings?.register?.password_policy ?? "alphanumeric";
  const [open, setOpen] = useState(false);
  const fields = useRef<HTMLFormElement>(null);

  // The pressed button is gone, so focus the first field.
  useEffect(() => {
    if (open) fields.current?.querySelector<HTMLInputElement>("input:not([hidden])")?.focus();
  }, [open]);
  const form = useForm({
    values: EMPTY,
    send: async ({ current, password }) => {
      if (me.has_password && current === "") throw new ApiError(400, "current_needed", "");
      if (!passwordFits(policy, password)) {
        throw new ApiError(400, "password_alphaNumeric_check", "");
      }
      await changePassword(me.has_password ? { current, password } : { password });
    },
    marks: ({ code }) =>
      code === "wrong_password" || code === "current_needed" ? ["current"] : ["password"],
    notice: t("profile.password.saved"),
    onDone: () => close(),
  });
  const close = () => {
    form.reset();
    setOpen(false);
  };
  const start = t(me.has_password ? "profile.password.change" : "profile.password.set");

  return (
    <Section
      id="password"
      title={t("profile.password.title")}
      lead={me.has_password ? undefined : t("profile.password.lead_first")}
    >
      {open ? (
        <Form ref={fields} form={form} className={classes.form}>
          {/* Lets password managers assign the password to this account. */}
          <input type="text" autoComplete="username" value={me.email ?? ""} readOnly hidden />
          {me.has_password ? (
            <PasswordInput
              label={t("profile.password.current")}
              autoComplete="current-password"
              dir="ltr"
              {...form.field("current")}
              visibilityToggleButtonProps={{ "aria-label": t("profile.password.show") }}
            />
          ) : null}
          <NewPasswordField
            label={t("profile.password.new")}
            policy={policy}
            {...form.field("password")}
          />
          <FormFailure form={form} />
          <p className={classes.note}>{t("profile.password.note")}</p>
          <div className={classes.actions}>
            <Button type="submit" size="md" variant="lamp" loading={form.isPending}>
              {start}
            </Button>
            <Button size="md" variant="default" onClick={close}>
              {t("profile.password.cancel")}
            </Button>
          </div>
        </Form>
      ) : (
        <Button variant="default" size="md" onClick={() => setOpen(true)}>
          {start}
        </Button>
      )}
    </Section>
  );
}
