import { Button, Textarea } from "@mantine/core";
import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import {
  languagesKey,
  saveTranslations,
  type Translation,
  translationsQuery,
} from "@/api/languages";
import type { Results } from "@/api/types";
import { showTranslation } from "@/i18n/live";
import { Form } from "@/ui/form/form";
import { FormFailure } from "@/ui/form/form-failure";
import { useForm } from "@/ui/form/use-form";
import { useReadOnly } from "@/ui/read-only";
import { toast } from "@/ui/toast";
import classes from "./languages.module.css";
import { blanksOf, faultOf, formOf, type Sentence } from "./sentences";

interface SentenceFormProps {
  language: { id: number; name: string; code: string; dir: string };
  sentence: Sentence;
  onNext: () => void;
}

type Pairs = Record<string, string | null>;

/** Edits one sentence in both languages, with each plural form. Optimistic, with rollback. */
export function SentenceForm({ language, sentence, onNext }: SentenceFormProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { queryKey } = translationsQuery(language.id);
  const readOnly = useReadOnly();

  const saving = useMutation({
    mutationFn: (pairs: Pairs) => saveTranslations(language.id, pairs),
    onMutate: async (pairs) => {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData<Results<Translation>>(queryKey as QueryKey);
      client.setQueryData<Results<Translation>>(
        queryKey as QueryKey,
        (page) => page && withTexts(page, pairs),
      );
      for (const translation of sentence.translations) {
        const text = pairs[translation.key];
        if (text) showTranslation(language.code, translation.key, text);
      }
      return before;
    },
    onError: (_, pairs, before) => {
      client.setQueryData(queryKey as QueryKey, before);
      for (const translation of before?.results ?? []) {
        if (translation.key in pairs)
          showTranslation(language.code, translation.key, translation.text);
      }
    },
    onSuccess: () => {
      form.reset();
      toast.success(t("languages.saved"));
      return client.invalidateQueries({ queryKey: languagesKey });
    },
  });
  // The keys contain dots, which are paths in a form.
  const pathOf = (key: string) =>
    `text-${sentence.translations.findIndex((translation) => translation.key === key)}`;
  const form = useForm({
    // Undefined texts are untouched: they follow the saved ones.
    values: Object.fromEntries(
      sentence.translations.map(({ key }) => [pathOf(key), undefined]),
    ) as Record<string, string | undefined>,
    pathOf,
    send: () => saving.mutateAsync(changedPairs()),
  });

  const typedOf = (translation: Translation) => form.values[pathOf(translation.key)];
  const textOf = (translation: Translation) => typedOf(translation) ?? translation.text;
  const wrong = (translation: Translation): string | undefined => {
    const refused = form.errorOf(pathOf(translation.key));
    if (typeof refused === "string") return refused;
    const fault =
      typedOf(translation) === undefined ? null : faultOf(translation, textOf(translation));
    if (fault === "empty") return t("languages.needs_text");
    if (fault === null) return undefined;
    const names = blanksOf(translation.default).join(" ");
    return names ? t("languages.wrong_blanks", { names }) : t("languages.no_blanks");
  };
  const isWrong = sentence.translations.some((translation) => wrong(translation));
  // An untouched missing translation is saved with the default's text.
  const changedPairs = (): Pairs =>
    Object.fromEntries(
      sentence.translations
        .filter((translation) => !translation.own || typedOf(translation) !== undefined)
        .map((translation) => [translation.key, textOf(translation)]),
    );
  const save = (then?: () => void) => {
    if (isWrong || readOnly) return;
    if (Object.keys(changedPairs()).length > 0) form.submit();
    then?.();
  };

  return (
    <Form
      form={form}
      className={classes.sentence}
      onSubmit={() => save()}
      onKeyDown={(event) => {
        if ((event.ctrlKey || event.metaKey) && event.key === "Enter") {
          event.preventDefault();
          save(onNext);
        }
      }}
    >
      <h2 className={classes.stem}>
        <bdi dir="ltr">{sentence.stem}</bdi>
      </h2>
      {sentence.translations.map((translation) => (
        <div key={translation.key} className={classes.pair}>
          <div className={classes.original}>
            <span className={classes.soft}>
              {translation.plural
                ? t("languages.form", { form: formOf(translation) })
                : t("languages.default")}
            </span>
            <p dir="auto">{translation.default}</p>
          </div>
          <Textarea
            label={t("languages.translation", { name: language.name })}
            aria-label={`${t("languages.translation", { name: language.name })} ${formOf(translation)}`.trim()}
            autosize
            minRows={2}
            dir={language.dir}
            lang={language.code}
            readOnly={readOnly}
            error={wrong(translation)}
            value={textOf(translation)}
            onChange={(event) =>
              form.setFieldValue(pathOf(translation.key), event.currentTarget.value)
            }
          />
        </div>
      ))}
      <FormFailure form={form} />
      <div className={classes.actions}>
        {sentence.changed && !readOnly ? (
          <Button
            variant="default"
            onClick={() =>
              void saving
                .mutateAsync(
                  Object.fromEntries(
                    sentence.translations
                      .filter((translation) => translation.changed)
                      .map((translation) => [translation.key, null]),
                  ),
                )
                .catch(form.refuse)
            }
          >
            {t("languages.back_to")}
          </Button>
        ) : null}
        {readOnly ? null : (
          <>
            <Button variant="default" disabled={isWrong} onClick={() => save(onNext)}>
              {t("languages.save_next")}
            </Button>
            <Button type="submit" variant="lamp" loading={saving.isPending} disabled={isWrong}>
              {t("languages.save")}
            </Button>
          </>
        )}
      </div>
      <p className={classes.soft}>{t("languages.keys_hint")}</p>
    </Form>
  );
}

function withTexts(page: Results<Translation>, pairs: Pairs): Results<Translation> {
  return {
    ...page,
    results: page.results.map((translation) => {
      const text = pairs[translation.key];
      return text
        ? { ...translation, text, own: true, changed: text !== translation.shipped }
        : translation;
    }),
  };
}
