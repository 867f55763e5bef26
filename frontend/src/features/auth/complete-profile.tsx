import { Button, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/error";
import { meKey } from "@/api/me";
import { changeEmail, changeProfile } from "@/api/profile";
import { refreshMe } from "@/api/refresh-me";
import { rememberMe } from "@/api/session";
import type { Me } from "@/api/types";
import { Form } from "@/ui/form/form";
import { FormFailure } from "@/ui/form/form-failure";
import { useForm } from "@/ui/form/use-form";
import { GuardedModal } from "@/ui/guarded";
import { isEmail } from "./checks";
import classes from "./login-page.module.css";
import { entryErrorText } from "./sign-in-errors";

const NAMES = ["first_name", "last_name"] as const;

/** Saves the missing fields one request at a time, so that a retry skips what was saved. */
function useComplete(me: Me) {
  const { t } = useTranslation();
  const client = useQueryClient();
  return useForm({
    values: { first_name: me.first_name, last_name: me.last_name, email: "" },
    send: async (typed) => {
      const first_name = typed.first_name.trim();
      const last_name = typed.last_name.trim();
      const email = typed.email.trim();
      if (first_name === "" || last_name === "") throw new ApiError(400, "proper_input_name", "");
      if (!me.email && !isEmail(email)) throw new ApiError(400, "proper_email", "");
      if (first_name !== me.first_name || last_name !== me.last_name) {
        rememberMe(await changeProfile({ first_name, last_name }));
      }
      if (!me.email) await changeEmail(email);
      await client.invalidateQueries({ queryKey: meKey });
      await refreshMe(client);
    },
    marks: ({ code }, typed) => {
      if (code === "proper_email" || code === "user_exists") return ["email"];
      return code === "proper_input_name" ? NAMES.filter((name) => typed[name].trim() === "") : [];
    },
    notice: t("complete.done"),
  });
}

interface CompleteProfileProps {
  me: Me;
  onLater: () => void;
}

/** Requests a missing name or address. Users who signed up by phone or a provider need both to book. */
export function CompleteProfile({ me, onLater }: CompleteProfileProps) {
  const { t } = useTranslation();
  const form = useComplete(me);

  return (
    <GuardedModal
      opened
      onClose={onLater}
      title={t("complete.title")}
      size="sm"
      closeButtonProps={{ "aria-label": t("app.close") }}
    >
      <Form form={form} className={classes.form}>
        <p className={classes.sent}>{t("complete.lead")}</p>
        <TextInput
          data-autofocus
          label={t("complete.first_name")}
          autoComplete="given-name"
          {...form.field("first_name")}
        />
        <TextInput
          label={t("complete.last_name")}
          autoComplete="family-name"
          {...form.field("last_name")}
        />
        {me.email ? null : (
          <TextInput
            label={t("complete.email")}
            description={t("complete.email_note")}
            inputWrapperOrder={["label", "input", "description", "error"]}
            type="email"
            inputMode="email"
            autoComplete="email"
            dir="ltr"
            {...form.field("email")}
          />
        )}
        <FormFailure form={form} text={(error) => entryErrorText(error, t)} />
        <div className={classes.row}>
          <Button variant="default" size="md" onClick={onLater}>
            {t("complete.later")}
          </Button>
          <Button type="submit" variant="lamp" size="md" loading={form.isPending}>
            {t("complete.save")}
          </Button>
        </div>
      </Form>
    </GuardedModal>
  );
}
