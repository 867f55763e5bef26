import { Button, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/error";
import { addLanguage, type LanguageFields, languagesKey } from "@/api/languages";
import { errorText } from "@/i18n/error-text";
import { GuardedModal } from "@/ui/guarded";
import { Message } from "@/ui/message";
import { toast } from "@/ui/toast";
import classes from "./languages.module.css";

const NAMES = ["name", "code", "date_locale"] as const;

/** Adds the operator's own language, or a shipped one that was deleted. */
export function AddDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [fields, setFields] = useState<LanguageFields>({ name: "", code: "", date_locale: "" });
  const adding = useMutation({
    // Uses the language's own date format unless another one is chosen.
    mutationFn: () => addLanguage({ ...fields, date_locale: fields.date_locale || fields.code }),
    onSuccess: async (row) => {
      toast.success(t("languages.added", { name: row.name }));
      onClose();
      await client.invalidateQueries({ queryKey: languagesKey });
    },
  });
  const faults = adding.error instanceof ApiError ? adding.error.fields : {};
  const beside = NAMES.some((name) => faults[name]);
  const hints = {
    name: undefined,
    code: t("languages.code_hint"),
    date_locale: t("languages.date_hint"),
  };
  return (
    <GuardedModal
      opened
      onClose={onClose}
      title={t("languages.add")}
      closeButtonProps={{ "aria-label": t("app.close") }}
    >
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          adding.mutate();
        }}
      >
        <p className={classes.soft}>{t("languages.add_lead")}</p>
        {NAMES.map((name) => (
          <TextInput
            key={name}
            label={t(`languages.${name}`)}
            description={hints[name]}
            dir={name === "name" ? "auto" : "ltr"}
            required={name !== "date_locale"}
            data-autofocus={name === "name" || undefined}
            maxLength={60}
            error={faults[name]}
            placeholder={name === "date_locale" ? fields.code : undefined}
            value={fields[name]}
            onChange={(event) => setFields({ ...fields, [name]: event.currentTarget.value })}
          />
        ))}
        {adding.error && !beside ? (
          <Message tone="danger" urgent>
            {errorText(adding.error, t)}
          </Message>
        ) : null}
        <div className={classes.actions}>
          <Button variant="default" onClick={onClose}>
            {t("app.cancel")}
          </Button>
          <Button type="submit" variant="lamp" loading={adding.isPending}>
            {t("languages.add_button")}
          </Button>
        </div>
      </form>
    </GuardedModal>
  );
}
