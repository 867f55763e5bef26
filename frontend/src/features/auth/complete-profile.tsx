import { Button, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/error";
import { meKey, meQuery } from "@/api/me";
import { changeEmail, changeProfile } from "@/api/profile";
import { rememberMe } from "@/api/session";
import type { Me } from "@/api/types";
import { GuardedModal } from "@/ui/guarded";
import { Message } from "@/ui/message";
import { toast } from "@/ui/toast";
import { isEmail } from "./checks";
import classes from "./login-page.module.css";
import { entryErrorText } from "./sign-in-errors";

interface Typed {
  first_name: string;
  last_name: string;
  email: string;
}

/** Saves the missing fields one request at a time, so that a retry skips what was saved. */
function useComplete(me: Me) {
  const { t } = useTranslation();
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ first_name, last_name, email }: Typed) => {
      if (first_name === "" || last_name === "") throw new ApiError(400, "proper_input_name", "");
      if (!me.email && !isEmail(email)) throw new ApiError(400, "proper_email", "");
      if (first_name !== me.first_name || last_name !== me.last_name) {
        rememberMe(await changeProfile({ first_name, last_name }));
      }
      if (!me.email) await changeEmail(email);
      await client.invalidateQueries({ queryKey: meKey });
      rememberMe(await client.fetchQuery({ ...meQuery(), staleTime: 0 }));
    },
    onSuccess: () => toast.success(t("complete.done")),
  });
}

interface CompleteProfileProps {
  me: Me;
  onLater: () => void;
}

/** Requests a missing name or address. Users who signed up by phone or a provider need both to book. */
export function CompleteProfile({ me, onLater }: CompleteProfileProps) {
  const { t } = useTranslation();
  const save = useComplete(me);
  const [typed, setTyped] = useState<Typed>({
    first_name: me.first_name,
    last_name: me.last_name,
    email: "",
  });
  const code = save.error instanceof ApiError ? save.error.code : "";
  const change = (part: Partial<Typed>) => {
    save.reset();
    setTyped((before) => ({ ...before, ...part }));
  };
  const isBlank = (text: string) => code === "proper_input_name" && text.trim() === "";

  return (
    <GuardedModal
      opened
      onClose={onLater}
      title={t("complete.title")}
      size="sm"
      closeButtonProps={{ "aria-label": t("app.close") }}
    >
      <form
        noValidate
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          const { first_name, last_name, email } = typed;
          save.mutate({
            first_name: first_name.trim(),
            last_name: last_name.trim(),
            email: email.trim(),
          });
        }}
      >
        <p className={classes.sent}>{t("complete.lead")}</p>
        <TextInput
          data-autofocus
          label={t("complete.first_name")}
          autoComplete="given-name"
          value={typed.first_name}
          onChange={(event) => change({ first_name: event.currentTarget.value })}
          error={isBlank(typed.first_name)}
        />
        <TextInput
          label={t("complete.last_name")}
          autoComplete="family-name"
          value={typed.last_name}
          onChange={(event) => change({ last_name: event.currentTarget.value })}
          error={isBlank(typed.last_name)}
        />
        {me.email ? null : (
          <TextInput
            label={t("complete.email")}
            description={t("complete.email_note")}
            inputWrapperOrder={["label", "input", "description"]}
            type="email"
            inputMode="email"
            autoComplete="email"
            dir="ltr"
            value={typed.email}
            onChange={(event) => change({ email: event.currentTarget.value })}
            error={code === "proper_email" || code === "user_exists"}
          />
        )}
        {save.error ? (
          <Message urgent tone="danger">
            {entryErrorText(save.error, t)}
          </Message>
        ) : null}
        <div className={classes.row}>
          <Button variant="default" size="md" onClick={onLater}>
            {t("complete.later")}
          </Button>
          <Button type="submit" variant="lamp" size="md" loading={save.isPending}>
            {t("complete.save")}
          </Button>
        </div>
      </form>
    </GuardedModal>
  );
}
