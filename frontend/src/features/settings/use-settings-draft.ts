import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { settingsKey } from "@/api/catalogue";
import { ApiError } from "@/api/error";
import {
  type AppInfo,
  type OfficeSettings,
  officeSettingsQuery,
  type SettingsPart,
  saveSettings,
} from "@/api/settings";
import { toast } from "@/ui/toast";
import { FIELDS, type Field, type FieldName } from "./fields";
import { type FormValue, type FormValues, formValue, sameValue, sentValue } from "./values";

/**
 * A form over settings that others change as well: typed values stay until they are saved or reset, other
 * fields follow the server, and conflicting changes are listed.
 */
export function useSettingsDraft(part: SettingsPart) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const query = useQuery(officeSettingsQuery(part));
  const fields = FIELDS[part];
  const [typed, setTyped] = useState<FormValues>({});
  const [changedElsewhere, setChangedElsewhere] = useState<readonly FieldName[]>([]);
  const known = query.data;

  const before = (field: Field): FormValue => (known ? formValue(field, known) : "");
  const shown = (field: Field): FormValue => typed[field.name] ?? before(field);
  const changed = fields.filter((field) => known && !sameValue(shown(field), before(field)));

  const last = useRef<{ known: OfficeSettings | AppInfo; typed: FormValues }>(undefined);
  useEffect(() => {
    const earlier = last.current?.known;
    if (known) last.current = { known, typed };
    if (!known || !earlier || earlier === known) return;
    const under = fields.filter(
      (field) =>
        typed[field.name] !== undefined &&
        !sameValue(formValue(field, earlier), formValue(field, known)),
    );
    setChangedElsewhere(under.map(({ name }) => name));
  }, [known, typed, fields]);

  const saving = useMutation({
    mutationFn: () => {
      if (!known) throw new Error("nothing to save yet");
      const sent = changed.map((field) => [field.name, sentValue(field, shown(field))]);
      return saveSettings(part, known.version, Object.fromEntries(sent));
    },
    onSuccess: async (saved) => {
      setTyped({});
      setChangedElsewhere([]);
      last.current = undefined;
      client.setQueryData(officeSettingsQuery(part).queryKey, saved);
      toast.success(t("errors.updated"));
      await Promise.all([
        client.invalidateQueries({ queryKey: settingsKey }),
        client.invalidateQueries({ queryKey: ["audit"] }),
      ]);
    },
    onError: (error) => {
      if (error instanceof ApiError && error.code === "settings_changed") void query.refetch();
    },
  });

  return {
    query,
    known,
    changed,
    changedElsewhere,
    saving,
    shown,
    change: (field: Field, value: FormValue) => {
      saving.reset();
      setTyped((others) => ({ ...others, [field.name]: value }));
    },
    discard: () => {
      saving.reset();
      setTyped({});
      setChangedElsewhere([]);
    },
    save: () => {
      if (changed.length > 0 && !saving.isPending) saving.mutate();
    },
  };
}

export type SettingsDraft = ReturnType<typeof useSettingsDraft>;
