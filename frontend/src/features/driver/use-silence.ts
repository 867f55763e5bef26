import { useCallback, useEffect, useRef, useState } from "react";
import type { PositionPoint } from "@/api/types";

export interface Silence {
  from: string;
  to: string;
}

/** So long without a position on the platform, and the driver is taken for gone. */
const LIMIT_MS = 60_000;

/** The last time that nothing of a working driver reached the platform: the page slept, or had no network. */
export function useSilence(
  on: boolean,
  last: PositionPoint | null,
  connected: boolean,
): { silence: Silence | null; dismiss: () => void } {
  const heard = useRef<number | null>(null);
  const [silence, setSilence] = useState<Silence | null>(null);

  useEffect(() => {
    if (!on) heard.current = null;
    if (!on || !connected || !last) return;
    const now = Date.now();
    const before = heard.current;
    heard.current = now;
    if (before === null || now - before <= LIMIT_MS) return;
    setSilence({ from: new Date(before).toISOString(), to: new Date(now).toISOString() });
  }, [on, last, connected]);

  return { silence, dismiss: useCallback(() => setSilence(null), []) };
}
