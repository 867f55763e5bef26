import { queryOptions } from "@tanstack/react-query";
import { request } from "./request";
import type { components } from "./schema";
import type { Results } from "./types";

type Schemas = components["schemas"];
export type OfficeLanguage = Required<Schemas["Language"]>;
export type Translation = Required<Schemas["Word"]>;
export type Translations = Schemas["Translations"];
export type ImportResult = Schemas["Imported"];

export const languagesKey = ["languages"] as const;

/** Every available language; public. */
export const fetchLanguages = () =>
  request<Results<OfficeLanguage>>("languages/", { anonymous: true });

/** The texts that override those of a language. */
export const fetchTranslations = (code: string, version: number) =>
  request<Translations>(`languages/${code}/translations/`, {
    anonymous: true,
    params: { v: version },
  });

export const languageQuery = (id: number) =>
  queryOptions({
    queryKey: [...languagesKey, id],
    queryFn: ({ signal }) => request<Schemas["LanguageDetail"]>(`languages/${id}/`, { signal }),
    staleTime: 0,
  });

export const translationsQuery = (id: number) =>
  queryOptions({
    queryKey: [...languagesKey, id, "words"],
    queryFn: ({ signal }) => request<Results<Translation>>(`languages/${id}/words/`, { signal }),
    select: (page) => page.results,
    staleTime: 0,
  });

export interface LanguageFields {
  name: string;
  code: string;
  date_locale: string;
}

export const addLanguage = (fields: LanguageFields) =>
  request<OfficeLanguage>("languages/", { method: "POST", body: fields });

export const changeLanguageFields = (id: number, fields: Partial<LanguageFields>) =>
  request<OfficeLanguage>(`languages/${id}/`, { method: "PATCH", body: fields });

/** Replaces all overrides of a language. */
export const replaceTranslations = (id: number, translations: unknown) =>
  request<OfficeLanguage>(`languages/${id}/`, {
    method: "PATCH",
    body: { key_value_pairs: translations },
  });

/** Saves some texts; null restores the shipped text. */
export const saveTranslations = (id: number, pairs: Record<string, string | null>) =>
  request<OfficeLanguage>(`languages/${id}/words/`, { method: "PATCH", body: { pairs } });

export const makeDefaultLanguage = (id: number) =>
  request<OfficeLanguage>(`languages/${id}/make-default/`, { method: "POST" });

export const deleteLanguage = (id: number) =>
  request<void>(`languages/${id}/`, { method: "DELETE" });

export const importTranslations = (
  id: number,
  file: { type: "json" | "csv"; content: string; dry_run: boolean },
) => request<ImportResult>(`languages/${id}/import/`, { method: "POST", body: file });
