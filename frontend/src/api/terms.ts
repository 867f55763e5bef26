import { queryOptions } from "@tanstack/react-query";
import { get, patch, post, remove } from "./client";
import { fetchLanguages, languagesKey } from "./languages";
import { meKey } from "./me";
import type { components } from "./schema";

type Schemas = components["schemas"];
export type TermsVersion = Schemas["VersionRow"];
export type TermsText = Schemas["TermsText"];
export type TermsDraft = Schemas["DraftRequest"];
type TermsDocument = Schemas["TermsDocumentEnum"];

export const DOCUMENTS = ["terms", "privacy"] as const satisfies readonly TermsDocument[];

/** The public page of each document. */
export const TERMS_PAGES = {
  terms: "/terms-of-use",
  privacy: "/privacy-policy",
} as const satisfies Record<TermsDocument, string>;

export const termsKey = ["terms"] as const;

/** The current version of each document; empty if the operator has published none. */
export const termsQuery = (language: string) =>
  queryOptions({
    queryKey: [...termsKey, language],
    queryFn: async ({ signal }) =>
      (await get("terms/", { params: { language }, anonymous: true, signal })).results,
    staleTime: 60_000,
  });

const consentsKey = [...meKey, "consents"] as const;

/** What the user has to agree to now, and agreed to before. */
export const consentsQuery = (language: string) =>
  queryOptions({
    queryKey: [...consentsKey, language],
    queryFn: ({ signal }) => get("me/consents/", { params: { language }, signal }),
  });

export const agreeToTerms = (versions: number[], language: string) =>
  post("me/consents/", { body: { versions, language } });

/** All languages of the platform, for the texts of a draft. */
export const offeredLanguagesQuery = () =>
  queryOptions({
    queryKey: [...languagesKey, "offered"],
    queryFn: async () => (await fetchLanguages()).results,
  });

export const versionsKey = ["terms-versions"] as const;

export const addVersion = (body: TermsDraft) => post("terms-versions/", { body });

export const updateVersion = (id: number, body: TermsDraft) =>
  patch("terms-versions/{id}/", { path: { id }, body });

export const publishVersion = (id: number) =>
  post("terms-versions/{id}/publish/", { path: { id } });

export const deleteVersion = (id: number) => remove("terms-versions/{id}/", { path: { id } });
