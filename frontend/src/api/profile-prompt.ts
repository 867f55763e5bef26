import { useSyncExternalStore } from "react";
import { currentViewer } from "./session";

/** Stores the id of the user who postponed the prompt, until the window closes. */
const LATER = "hansom.profile-later";
const listeners = new Set<() => void>();

function notify(): void {
  for (const listener of listeners) listener();
}

/** Postpones the prompt for this user. */
export function postponeProfilePrompt(): void {
  const id = currentViewer().me?.id;
  if (id !== undefined) sessionStorage.setItem(LATER, String(id));
  notify();
}

/** Shows the prompt again, because a request was rejected for want of a name or an email. */
export function showProfilePrompt(): void {
  sessionStorage.removeItem(LATER);
  notify();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns the id of the user who postponed the prompt. */
export function usePostponedBy(): string | null {
  return useSyncExternalStore(
    subscribe,
    () => sessionStorage.getItem(LATER),
    () => null,
  );
}
