import { useSyncExternalStore } from "react";
import { type Draft, EMPTY_DRAFT } from "./draft";

/** The draft is stored for the session, so that it survives a login and a reload. */
const MEMORY = "hansom.booking-draft";

let draft: Draft = EMPTY_DRAFT;
let restored: Promise<void> | null = null;
const listeners = new Set<() => void>();

export function currentDraft(): Draft {
  return draft;
}

export function changeDraft(change: (before: Draft) => Draft): void {
  const before = draft;
  draft = change(before);
  if (draft === before) return;
  try {
    sessionStorage.setItem(MEMORY, JSON.stringify(draft));
  } catch {
    // Without storage booking still works, but a reload loses the draft.
  }
  for (const notify of listeners) notify();
}

/** Reads the stored draft again, as a page load does. Changes made while it loads are kept. */
export async function reloadDraft(): Promise<void> {
  const stored = readStored();
  replaceDraft(EMPTY_DRAFT);
  if (stored === null) return;
  const parsed = await import("./stored-draft").then(
    ({ parseDraft }) => parseDraft(stored),
    () => EMPTY_DRAFT,
  );
  if (draft === EMPTY_DRAFT) replaceDraft(parsed);
}

/** Restores the draft once per page load, before the form is shown. */
export function restoreDraft(): Promise<void> {
  restored ??= reloadDraft();
  return restored;
}

function readStored(): string | null {
  try {
    return sessionStorage.getItem(MEMORY);
  } catch {
    return null;
  }
}

function replaceDraft(next: Draft): void {
  draft = next;
  for (const notify of listeners) notify();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useDraft(): Draft {
  return useSyncExternalStore(subscribe, currentDraft);
}
