import { useSyncExternalStore } from "react";
import { type Draft, EMPTY_DRAFT } from "./draft";

/** The draft outlives the page: signing in, a reload and the way back all find it as it was. */
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
    // A browser without storage can still book; a reload forgets the draft.
  }
  for (const tell of listeners) tell();
}

/** Reads the stored draft again, as a fresh page load does; what is changed meanwhile is not overwritten. */
export async function reloadDraft(): Promise<void> {
  const stored = readStored();
  become(EMPTY_DRAFT);
  if (stored === null) return;
  const parsed = await import("./stored-draft").then(
    ({ parseDraft }) => parseDraft(stored),
    () => EMPTY_DRAFT,
  );
  if (draft === EMPTY_DRAFT) become(parsed);
}

/** Brings the draft back once per load of the page, before the form is shown. */
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

function become(next: Draft): void {
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
