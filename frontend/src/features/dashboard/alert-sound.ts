import { useEffect, useRef, useSyncExternalStore } from "react";
import type { AlertCases } from "@/api/types";
import { afterGesture, type Note, playNotes } from "@/ui/sound";

const MEMORY = "hansom.alert-sound";
const MUTED = "off";
const CHIME: readonly Note[] = [
  [659, 0, 0.18],
  [880, 0.16, 0.32],
  [659, 0.5, 0.18],
  [880, 0.66, 0.32],
];
const listeners = new Set<() => void>();

function isMuted(): boolean {
  try {
    return localStorage.getItem(MEMORY) === MUTED;
  } catch {
    return false;
  }
}

/** Switches the sound of new alerts on this device. */
export function setMuted(muted: boolean): void {
  try {
    if (muted) localStorage.setItem(MEMORY, MUTED);
    else localStorage.removeItem(MEMORY);
  } catch {
    // Without storage the sound stays on.
  }
  for (const notify of listeners) notify();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}

export function useMuted(): boolean {
  return useSyncExternalStore(subscribe, isMuted);
}

const keysOf = (kinds: AlertCases[]) =>
  kinds.filter(({ urgent }) => urgent).flatMap(({ kind, ids }) => ids.map((id) => `${kind} ${id}`));

/**
 * Sounds for each urgent alert that was not there at the look before; not for what the page opens on. Where
 * the browser allows no sound yet, it comes with the first click or key.
 */
export function useAlertSound(kinds: AlertCases[] | undefined): void {
  const known = useRef<Set<string> | null>(null);
  const waiting = useRef<(() => void) | null>(null);

  useEffect(() => () => waiting.current?.(), []);

  useEffect(() => {
    if (!kinds) return;
    const before = known.current;
    const keys = keysOf(kinds);
    known.current = new Set(keys);
    if (before === null || isMuted() || keys.every((key) => before.has(key))) return;
    if (playNotes(CHIME)) return;
    waiting.current?.();
    waiting.current = afterGesture(() => {
      if (!isMuted() && known.current?.size) playNotes(CHIME);
    });
  }, [kinds]);
}
