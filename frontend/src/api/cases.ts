import { queryOptions } from "@tanstack/react-query";
import { get, patch, post, type RowOf } from "./client";
import type { components } from "./schema";
import { type UploadOptions, upload } from "./upload";

type Schemas = components["schemas"];
export type CaseRow = RowOf<"cases/">;
export type Case = Schemas["Case"];
export type CaseKind = Schemas["CaseKindEnum"];
export type CaseOutcome = Schemas["CaseOutcomeEnum"];
export type CaseAudience = Schemas["CaseAudienceEnum"];
export type CasePhoto = Schemas["CasePhoto"];
export type OwnCase = Schemas["OwnCase"];

export const CASE_KINDS = [
  "lost_property",
  "complaint",
  "payment",
  "accident",
  "other",
] as const satisfies readonly CaseKind[];
export const CASE_STATES = ["open", "waiting", "closed"] as const;
export const OUTCOMES = [
  "answered",
  "returned",
  "not_found",
  "refunded",
  "fee",
  "warned",
  "blocked",
  "no_action",
] as const satisfies readonly CaseOutcome[];
/** The server's limit of a text. */
export const MAX_CASE_TEXT = 2000;
/** The server's limit of photos of a message. */
export const MAX_CASE_PHOTOS = 5;

export const casesKey = ["cases"] as const;

/** A case with its messages, for admins. */
export const caseQuery = (id: number) =>
  queryOptions({
    queryKey: [...casesKey, "detail", id],
    queryFn: ({ signal }) => get("cases/{id}/", { path: { id }, signal }),
  });

export const openCase = (body: Schemas["NewCaseRequest"], idempotencyKey: string) =>
  post("cases/", { body, idempotencyKey });

export const changeCase = (id: number, body: Schemas["PatchedChangeCaseRequest"]) =>
  patch("cases/{id}/", { path: { id }, body });

export const replyInCase = (
  id: number,
  body: { text: string; audience: CaseAudience; photos: number[] },
  idempotencyKey: string,
) => post("cases/{id}/messages/", { path: { id }, body, idempotencyKey });

export const closeCase = (id: number, body: Schemas["CloseCaseRequest"], idempotencyKey: string) =>
  post("cases/{id}/close/", { path: { id }, body, idempotencyKey });

export const reopenCase = (id: number) => post("cases/{id}/reopen/", { path: { id } });

export const ownCasesKey = ["me", "cases"] as const;

export const ownCasesQuery = () =>
  queryOptions({
    queryKey: ownCasesKey,
    queryFn: async ({ signal }) => (await get("me/cases/", { signal })).results,
  });

export const ownCaseQuery = (id: number) =>
  queryOptions({
    queryKey: [...ownCasesKey, id],
    queryFn: ({ signal }) => get("me/cases/{id}/", { path: { id }, signal }),
  });

export const reportCase = (body: Schemas["OwnNewCaseRequest"], idempotencyKey: string) =>
  post("me/cases/", { body, idempotencyKey });

export const replyInOwnCase = (
  id: number,
  body: { text: string; photos: number[] },
  idempotencyKey: string,
) => post("me/cases/{id}/messages/", { path: { id }, body, idempotencyKey });

/** Uploads a photo, which the next message sends by its id. */
export const addCasePhoto = (file: File, watch: Pick<UploadOptions, "signal">) =>
  upload<CasePhoto>("me/case-photos/", file, { ...watch, method: "POST" });
