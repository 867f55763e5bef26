import { Button, PasswordInput } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { publicSettingsQuery } from "@/api/catalogue";
import { ApiError } from "@/api/error";
import { changePassword } from "@/api/profile";
import type { Me } from "@/api/types";
import { NewPasswordField } from "@/ui/new-password-field";
import { passwordFits } from "@/ui/password-policy";
import { toast } from "@/ui/toast";
import { Failure } from "./failure";
import form from "./form.module.css";
import { Section } from "./section";

const EMPTY = { current: "", password: "" };

/** Changes the password. Users without one can set their first. */
export function PasswordCard({ me }: { me: Me }) {
  const { t } = useTranslation();
  const { data: settings } = useQuery(publicSettingsQuery());
  const policy = settings?.register?.password_policy ?? "alphanumeric";
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState(EMPTY);
  const fields = useRef<HTMLFormElement>(null);

  // The pressed button is gone, so focus the first field.
  useEffect(() => {
    if (open) fields.current?.querySelector<HTMLInputElement>("input:not([hidden])")?.focus();
  }, [open]);
  const saving = useMutation({
    mutationFn: async ({ current, password }: typeof EMPTY) => {
      if (me.has_password && current === "") throw new ApiError(400, "current_needed", "");
      if (!passwordFits(policy, password)) {
        throw new ApiError(400, "password_alphaNumeric_check", "");
      }
      await changePassword(me.has_password ? { current, password } : { password });
    },
    onSuccess: () => {
      toast.success(t("profile.password.saved"));
      close();
    },
  });
  const close = () => {
    setTyped(EMPTY);
    setOpen(false);
    saving.reset();
  };
  const change = (part: Partial<typeof EMPTY>) => {
    saving.reset();
    setTyped((before) => ({ ...before, ...part }));
  };
  const code = saving.error instanceof ApiError ? saving.error.code : null;
  const currentWrong = code === "wrong_password" || code === "current_needed";
  const start = t(me.has_password ? "profile.password.change" : "profile.password.set");

  return (
    <Section
      id="password"
      title={t("profile.password.title")}
      lead={me.has_password ? undefined : t("profile.password.lead_first")}
    >
      {open ? (
        <form
          ref={fields}
          noValidate
          className={form.form}
          onSubmit={(event) => {
            event.preventDefault();
            saving.mutate(typed);
          }}
        >
          {/* Lets password managers assign the password to this account. */}
          <input type="text" autoComplete="username" value={me.email ?? ""} readOnly hidden />
          {me.has_password ? (
            <PasswordInput
              label={t("profile.password.current")}
              autoComplete="current-password"
              dir="ltr"
              value={typed.current}
              error={currentWrong}
              aria-invalid={currentWrong}
              onChange={(event) => change({ current: event.currentTarget.value })}
              visibilityToggleButtonProps={{ "aria-label": t("profile.password.show") }}
            />
          ) : null}
          <NewPasswordField
            label={t("profile.password.new")}
            policy={policy}
            value={typed.password}
            error={code !== null && !currentWrong}
            onChange={(password) => change({ password })}
          />
          <Failure error={saving.error} />
          <p className={form.note}>{t("profile.password.note")}</p>
          <div className={form.actions}>
            <Button type="submit" size="md" variant="lamp" loading={saving.isPending}>
              {start}
            </Button>
            <Button size="md" variant="default" onClick={close}>
              {t("profile.password.cancel")}
            </Button>
          </div>
        </form>
      ) : (
        <Button variant="default" size="md" onClick={() => setOpen(true)}>
          {start}
        </Button>
      )}
    </Section>
  );
}
