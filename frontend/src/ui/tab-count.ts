import { useSyncExternalStore } from "react";

const MOST_SHOWN = 99;
const listeners = new Set<() => void>();
let count = 0;

/** Sets the number of items that need the user's attention, shown in the tab's title. */
export function setTabCount(next: number): void {
  if (next === count) return;
  count = next;
  for (const notify of listeners) notify();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns the tab's title: "(3) Hansom" for three items. */
export function useTabTitle(name: string): string {
  const shown = useSyncExternalStore(
    subscribe,
    () => count,
    () => 0,
  );
  if (shown === 0) return name;
  return `(${shown > MOST_SHOWN ? `${MOST_SHOWN}+` : shown}) ${name}`;
}
