import { Button, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { addLanguage, type LanguageFields, languagesKey } from "@/api/languages";
import { Form } from "@/ui/form/form";
import { FormFailure } from "@/ui/form/form-failure";
import { useForm } from "@/ui/form/use-form";
import { GuardedModal } from "@/ui/guarded";
import classes from "./languages.module.css";

const NAMES = ["name", "code", "date_locale"] as const;

/** Adds the operator's own language, or a shipped one that was deleted. */
export function AddDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const form = useForm({
    values: { name: "", code: "", date_locale: "" } as LanguageFields,
    // Uses the language's own date format unless another one is chosen.
    send: (fields) => addLanguage({ ...fields, date_locale: fields.date_locale || fields.code }),
    notice: ({ name }) => t("languages.added", { name }),
    onDone: () => {
      onClose();
      return client.invalidateQueries({ queryKey: languagesKey });
    },
  });
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
      <Form form={form} className={classes.form}>
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
            placeholder={name === "date_locale" ? form.values.code : undefined}
            {...form.field(name)}
          />
        ))}
        <FormFailure form={form} />
        <div className={classes.actions}>
          <Button variant="default" onClick={onClose}>
            {t("app.cancel")}
          </Button>
          <Button type="submit" variant="lamp" loading={form.isPending}>
            {t("languages.add_button")}
          </Button>
        </div>
      </Form>
    </GuardedModal>
  );
}
