import { useSyncExternalStore } from "react";

/** A smaller difference is network latency. */
const NOISE_MS = 2000;
const listeners = new Set<() => void>();
/** How far this device's clock is ahead of the server's, in milliseconds. */
let ahead = 0;

/** Updates the clock offset from the server time of a frame that has just arrived. */
export function setServerTime(at: string): void {
  const measured = Date.now() - Date.parse(at);
  if (Number.isNaN(measured) || Math.abs(measured - ahead) < NOISE_MS) return;
  ahead = Math.abs(measured) < NOISE_MS ? 0 : measured;
  for (const notify of listeners) notify();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns the server's time, in milliseconds since 1970. */
export const serverNow = (): number => Date.now() - ahead;

/** Returns the time on this device's clock at a moment of the server's clock, in milliseconds since 1970. */
export function useOwnClock(at: string): number {
  const offset = useSyncExternalStore(subscribe, () => ahead);
  return Date.parse(at) + offset;
}
