import { NativeSelect } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { editPerson, peopleKey, personKey } from "@/api/people";
import type { Person } from "@/api/types";
import { errorText } from "@/i18n/error-text";
import { LANGUAGES } from "@/i18n/languages";
import { toast } from "@/ui/toast";
import { nameOf } from "./name-of";

/** The language of a user's emails and notifications: saved at once, rolled back when rejected. */
export function OwnLanguage({ person }: { person: Person }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const saving = useMutation({
    mutationFn: (language: string) => editPerson(person.id, { language }),
    onSuccess: (saved) => {
      client.setQueryData(personKey(person.id), saved);
      toast.success(t("people.saved", { name: nameOf(saved, t) }));
    },
    onSettled: () => client.invalidateQueries({ queryKey: peopleKey }),
  });
  const { language } = person;
  const known = LANGUAGES.some(({ code }) => code === language);
  return (
    <NativeSelect
      size="sm"
      aria-label={t("people.language")}
      description={t("people.language_hint")}
      // Shown if no language was chosen, or it is no longer available.
      data={[
        ...(known ? [] : [{ value: language, label: language || t("people.no_language") }]),
        ...LANGUAGES.map(({ code, name }) => ({ value: code as string, label: name })),
      ]}
      value={saving.isPending ? saving.variables : language}
      error={saving.error ? errorText(saving.error, t) : undefined}
      disabled={saving.isPending}
      onChange={(event) => saving.mutate(event.currentTarget.value)}
    />
  );
}
