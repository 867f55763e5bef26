import { queryOptions } from "@tanstack/react-query";
import { get, patch, post, remove } from "./client";
import type { components } from "./schema";

type Schemas = components["schemas"];
export type PlatformLanguage = Required<Schemas["Language"]>;
export type Translation = Required<Schemas["Word"]>;

export const languagesKey = ["languages"] as const;

/** Every available language; public. */
export const fetchLanguages = () => get("languages/", { anonymous: true });

/** The texts that override those of a language. */
export const fetchTranslations = (code: string, version: number) =>
  get("languages/{code}/translations/", {
    path: { code },
    anonymous: true,
    params: { v: version },
  });

export const languageQuery = (id: number) =>
  queryOptions({
    queryKey: [...languagesKey, id],
    queryFn: ({ signal }) => get("languages/{id}/", { path: { id }, signal }),
    staleTime: 0,
  });

export const translationsQuery = (id: number) =>
  queryOptions({
    queryKey: [...languagesKey, id, "words"],
    queryFn: ({ signal }) => get("languages/{id}/words/", { path: { id }, signal }),
    select: (page) => page.results,
    staleTime: 0,
  });

export interface LanguageFields {
  name: string;
  code: string;
  date_locale: string;
}

export const addLanguage = (fields: LanguageFields) => post("languages/", { body: fields });

export const changeLanguageFields = (id: number, fields: Partial<LanguageFields>) =>
  patch("languages/{id}/", { path: { id }, body: fields });

/** Replaces all overrides of a language. */
export const replaceTranslations = (id: number, translations: unknown) =>
  patch("languages/{id}/", { path: { id }, body: { key_value_pairs: translations } });

/** Saves some texts; null restores the shipped text. */
export const saveTranslations = (id: number, pairs: Record<string, string | null>) =>
  patch("languages/{id}/words/", { path: { id }, body: { pairs } });

export const makeDefaultLanguage = (id: number) =>
  post("languages/{id}/make-default/", { path: { id } });

export const deleteLanguage = (id: number) => remove("languages/{id}/", { path: { id } });

export const importTranslations = (
  id: number,
  file: { type: "json" | "csv"; content: string; dry_run: boolean },
) => post("languages/{id}/import/", { path: { id }, body: file });
