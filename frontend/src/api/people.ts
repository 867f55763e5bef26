import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { get, patch, post, remove } from "./client";
import type { DriverDocument, Person } from "./types";
import { upload } from "./upload";

export const peopleKey = ["people"] as const;
export const personKey = (id: number) => [...peopleKey, "person", id] as const;

/** The lists by their API paths. */
export type PeoplePath = "riders" | "drivers" | "fleet-admins" | "admins";
export const listKey = (path: PeoplePath) => [...peopleKey, path] as const;

/** Fields by their API names; omitted fields stay unchanged. */
export type PersonFields = Record<string, string | number | boolean | null>;

export const personQuery = (id: number) =>
  queryOptions({
    queryKey: personKey(id),
    queryFn: ({ signal }) => get("people/{id}/", { path: { id }, signal }),
  });

export const addPerson = (path: PeoplePath, fields: PersonFields, idempotencyKey: string) =>
  post(`${path}/`, {
    body: fields,
    idempotencyKey,
  });

export const editPerson = (id: number, fields: PersonFields) =>
  patch("people/{id}/", { path: { id }, body: fields });

export const deletePerson = (id: number) => remove("people/{id}/", { path: { id } });

/** What merging a caller into an account would move; an error says why it is not possible. */
export const mergePreviewQuery = (id: number, into: number) =>
  queryOptions({
    queryKey: [...personKey(id), "merge", into],
    queryFn: ({ signal }) => get("people/{id}/merge/", { path: { id }, signal, params: { into } }),
    gcTime: 0,
    staleTime: 0,
    retry: false,
  });

/** Moves a caller's bookings, wallet and notes to the account, and returns the account. */
export const mergePerson = (id: number, into: number) =>
  post("people/{id}/merge/", { path: { id }, body: { into } });

/** Resets two-factor login: the user is logged out and sets up a new authenticator app. */
export const resetTwoFactor = (id: number) =>
  post("people/{id}/two-factor/reset/", { path: { id }, body: {} });

/** Removes a passkey: the user is logged out. */
export const removePersonPasskey = (id: number, passkeyId: number) =>
  remove("people/{id}/passkeys/{passkey_id}/", { path: { id, passkey_id: passkeyId } });

export const putPersonPhoto = (id: number, file: File) =>
  upload<Person>(`people/${id}/photo/`, file);

export const removePersonPhoto = (id: number) => remove("people/{id}/photo/", { path: { id } });

/** All fleet admins for a select; a platform has dozens. */
export const fleetAdminsQuery = () =>
  queryOptions({
    queryKey: [...listKey("fleet-admins"), "choice"],
    queryFn: ({ signal }) =>
      get("fleet-admins/", { signal, params: { page_size: 200, ordering: "first_name" } }),
    select: (page) => page.results,
    staleTime: 60_000,
  });

/** All admins for a select. */
export const adminsQuery = () =>
  queryOptions({
    queryKey: [...listKey("admins"), "choice"],
    queryFn: ({ signal }) =>
      get("admins/", { signal, params: { page_size: 200, ordering: "first_name" } }),
    select: (page) => page.results,
    staleTime: 60_000,
  });

/** Users whose name, email or phone starts with every search term. Fleet admins see only their drivers. */
export const peopleSearchQuery = (path: PeoplePath, search: string, limit: number) =>
  queryOptions({
    queryKey: [...listKey(path), "found", search, limit],
    queryFn: ({ signal }) =>
      get(`${path}/`, {
        signal,
        params: { search, page_size: limit, ordering: "first_name" },
      }),
    select: (page) => page.results,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });

export const ratingsPath = (id: number) => `people/${id}/ratings/` as const;

export const documentsQuery = (id: number) =>
  queryOptions({
    queryKey: [...personKey(id), "documents"],
    queryFn: ({ signal }) => get("people/{id}/documents/", { path: { id }, signal }),
    select: (page) => page.results,
    // The image URLs expire.
    staleTime: 60_000,
  });

export interface NewDocument {
  kind: DriverDocument["kind"];
  number: string;
  expires_on: string;
}

export const addDocument = (driver: number, file: File, fields: NewDocument) =>
  upload<DriverDocument>(`people/${driver}/documents/`, file, {
    method: "POST",
    values: { ...fields },
  });

export type DocumentChanges = Partial<
  Pick<DriverDocument, "state" | "note" | "number" | "expires_on" | "photo">
>;

export const editDocument = (id: number, changes: DocumentChanges) =>
  patch("driver-documents/{id}/", { path: { id }, body: changes });

export const deleteDocument = (id: number) => remove("driver-documents/{id}/", { path: { id } });

export interface ImportFile {
  user_type: "rider" | "driver";
  text: string;
  mapping: Record<string, string>;
}

export const previewImport = (file: ImportFile) => post("people/import/preview/", { body: file });

export const applyImport = (
  file: ImportFile & { all_or_nothing: boolean; send_emails: boolean },
  idempotencyKey: string,
) => post("people/import/apply/", { body: file, idempotencyKey });
