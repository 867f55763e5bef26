import { useSyncExternalStore } from "react";
import { currentViewer } from "./session";

/** Whose prompt was put off until it matters: remembered for as long as the window is. */
const LATER = "hansom.profile-later";
const listeners = new Set<() => void>();

function tell(): void {
  for (const listener of listeners) listener();
}

/** Puts the prompt off for this person. */
export function completeProfileLater(): void {
  const id = currentViewer().me?.id;
  if (id !== undefined) sessionStorage.setItem(LATER, String(id));
  tell();
}

/** Brings the prompt back: something was refused for want of a name or an address. */
export function askForProfile(): void {
  sessionStorage.removeItem(LATER);
  tell();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The id of the user who postponed the prompt. */
export function useProfileLater(): string | null {
  return useSyncExternalStore(
    subscribe,
    () => sessionStorage.getItem(LATER),
    () => null,
  );
}
