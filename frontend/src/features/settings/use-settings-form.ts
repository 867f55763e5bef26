import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { settingsKey } from "@/api/catalogue";
import { ApiError } from "@/api/error";
import {
  type AdminSettings,
  type AppInfo,
  adminSettingsQuery,
  type SettingsPart,
  saveSettings,
} from "@/api/settings";
import { useForm } from "@/ui/form/use-form";
import { FIELDS, type Field, type FieldName } from "./fields";
import { type FormValue, formValue, sameValue, sentValue } from "./values";

/** The fields of error codes that name none. */
const MARKS: Record<string, readonly FieldName[]> = {
  proper_bonus: ["bonus"],
  wrong_code: ["license"],
};

/**
 * A form over settings that others change as well: only the changed fields are sent, other fields follow the
 * server, and conflicting changes are listed.
 */
export function useSettingsForm(
  part: SettingsPart,
  known: AdminSettings | AppInfo,
  onFieldsRefused: () => void,
) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const fields = FIELDS[part];
  const { queryKey } = adminSettingsQuery(part);
  const form = useForm({
    values: Object.fromEntries(
      fields.map((field) => [field.name, formValue(field, known)]),
    ) as Record<FieldName, FormValue>,
    follow: true,
    send: () => {
      const sent = changed.map((field) => [field.name, sentValue(field, shown(field))]);
      return saveSettings(part, known.version, Object.fromEntries(sent));
    },
    marks: ({ code }) => MARKS[code] ?? [],
    notice: t("errors.updated"),
    onDone: async (saved) => {
      client.setQueryData(queryKey, saved);
      await Promise.all([
        client.invalidateQueries({ queryKey: settingsKey }),
        client.invalidateQueries({ queryKey: ["audit"] }),
      ]);
    },
    onRefused: (error, refused) => {
      if (Object.keys(refused).length > 0) onFieldsRefused();
      if (error instanceof ApiError && error.code === "settings_changed") {
        void client.refetchQueries({ queryKey });
      }
    },
  });
  const shown = (field: Field): FormValue => form.values[field.name];
  const changed = fields.filter((field) => !sameValue(shown(field), formValue(field, known)));

  return {
    form,
    known,
    changed,
    shown,
    change: (field: Field, value: FormValue) => form.setFieldValue(field.name, value as never),
    /** Returns the first error of a field, which may be in a list. */
    errorOf: ({ name }: Field) => {
      const paths = Object.keys(form.errors);
      const path = paths.find((each) => each === name || each.startsWith(`${name}.`));
      return path ? form.errorOf(path) : false;
    },
    save: () => {
      if (changed.length > 0) form.submit();
    },
  };
}

export type SettingsEntry = ReturnType<typeof useSettingsForm>;
