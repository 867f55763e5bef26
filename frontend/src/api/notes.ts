import { queryOptions } from "@tanstack/react-query";
import { get, post, remove } from "./client";
import type { components } from "./schema";

export type Note = Required<components["schemas"]["Note"]>;
export type Flag = components["schemas"]["FlagEnum"];

export const FLAGS = [
  "wheelchair",
  "assistance_animal",
  "account",
  "no_shows",
  "caution",
] as const satisfies readonly Flag[];

/** What notes are about. */
export type NoteSubject = { person: number } | { booking: number };

export const notesKey = (subject: NoteSubject) => ["notes", subject] as const;

/** The notes about a person or a booking, flags first; for admins only. */
export const notesQuery = (subject: NoteSubject) =>
  queryOptions({
    queryKey: notesKey(subject),
    queryFn: async ({ signal }) =>
      (await get("notes/", { params: { ...subject }, signal })).results as Note[],
  });

export const addNote = (subject: NoteSubject, body: { text: string; flag: Flag | "" }) =>
  post("notes/", { body: { ...subject, ...body } });

export const deleteNote = (id: number) => remove("notes/{id}/", { path: { id } });
