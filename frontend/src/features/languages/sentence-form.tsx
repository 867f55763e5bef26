import { Button, Textarea } from "@mantine/core";
import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/error";
import { languagesKey, saveWords, type Word, wordsQuery } from "@/api/languages";
import type { Results } from "@/api/types";
import { errorText } from "@/i18n/error-text";
import { showWord } from "@/i18n/live";
import { Message } from "@/ui/message";
import { toast } from "@/ui/toast";
import classes from "./languages.module.css";
import { blanksOf, faultOf, formOf, type Sentence } from "./sentences";

interface SentenceFormProps {
  language: { id: number; name: string; code: string; dir: string };
  sentence: Sentence;
  onNext: () => void;
}

type Pairs = Record<string, string | null>;

/** One sentence in both languages, each plural form by itself; it shows at once, and comes back when refused. */
export function SentenceForm({ language, sentence, onNext }: SentenceFormProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [typed, setTyped] = useState<Record<string, string>>({});
  const { queryKey } = wordsQuery(language.id);

  const saving = useMutation({
    mutationFn: (pairs: Pairs) => saveWords(language.id, pairs),
    onMutate: async (pairs) => {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData<Results<Word>>(queryKey as QueryKey);
      client.setQueryData<Results<Word>>(queryKey as QueryKey, (page) => page && said(page, pairs));
      for (const word of sentence.words) {
        const text = pairs[word.key];
        if (text) showWord(language.code, word.key, text);
      }
      return before;
    },
    onError: (_, pairs, before) => {
      client.setQueryData(queryKey as QueryKey, before);
      for (const word of before?.results ?? []) {
        if (word.key in pairs) showWord(language.code, word.key, word.text);
      }
    },
    onSuccess: () => {
      setTyped({});
      toast.success(t("languages.saved"));
      return client.invalidateQueries({ queryKey: languagesKey });
    },
  });

  const textOf = (word: Word) => typed[word.key] ?? word.text;
  const faults = saving.error instanceof ApiError ? saving.error.fields : {};
  const wrong = (word: Word): string | undefined => {
    if (faults[word.key]) return faults[word.key];
    const fault = typed[word.key] === undefined ? null : faultOf(word, textOf(word));
    if (fault === "empty") return t("languages.needs_text");
    if (fault === null) return undefined;
    const names = blanksOf(word.default).join(" ");
    return names ? t("languages.wrong_blanks", { names }) : t("languages.no_blanks");
  };
  const isWrong = sentence.words.some((word) => wrong(word));
  const save = (then?: () => void) => {
    if (isWrong) return;
    // Nothing typed over a missing one: the default's text is right in this language as well.
    const meant = sentence.words.filter((word) => !word.own || typed[word.key] !== undefined);
    const pairs = Object.fromEntries(meant.map((word) => [word.key, textOf(word)]));
    if (meant.length > 0) saving.mutate(pairs);
    then?.();
  };

  return (
    <form
      className={classes.sentence}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
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
      {sentence.words.map((word) => (
        <div key={word.key} className={classes.pair}>
          <div className={classes.original}>
            <span className={classes.soft}>
              {word.plural ? t("languages.form", { form: formOf(word) }) : t("languages.default")}
            </span>
            <p dir="auto">{word.default}</p>
          </div>
          <Textarea
            label={t("languages.translation", { name: language.name })}
            aria-label={`${t("languages.translation", { name: language.name })} ${formOf(word)}`.trim()}
            autosize
            minRows={2}
            dir={language.dir}
            lang={language.code}
            error={wrong(word)}
            value={textOf(word)}
            onChange={(event) => {
              saving.reset();
              setTyped({ ...typed, [word.key]: event.currentTarget.value });
            }}
          />
        </div>
      ))}
      {saving.error && Object.keys(faults).length === 0 ? (
        <Message tone="trouble" urgent>
          {errorText(saving.error, t)}
        </Message>
      ) : null}
      <div className={classes.actions}>
        {sentence.changed ? (
          <Button
            variant="default"
            onClick={() =>
              saving.mutate(
                Object.fromEntries(
                  sentence.words.filter((word) => word.changed).map((word) => [word.key, null]),
                ),
              )
            }
          >
            {t("languages.back_to")}
          </Button>
        ) : null}
        <Button variant="default" disabled={isWrong} onClick={() => save(onNext)}>
          {t("languages.save_next")}
        </Button>
        <Button type="submit" variant="lamp" loading={saving.isPending} disabled={isWrong}>
          {t("languages.save")}
        </Button>
      </div>
      <p className={classes.soft}>{t("languages.keys_hint")}</p>
    </form>
  );
}

function said(page: Results<Word>, pairs: Pairs): Results<Word> {
  return {
    ...page,
    results: page.results.map((word) => {
      const text = pairs[word.key];
      return text ? { ...word, text, own: true, changed: text !== word.shipped } : word;
    }),
  };
}
