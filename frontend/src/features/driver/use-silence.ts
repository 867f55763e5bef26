import { useCallback, useEffect, useRef, useState } from "react";
import type { PositionPoint } from "@/api/types";

export interface Silence {
  from: string;
  to: string;
}

/** After this time without a position the platform treats the driver as unreachable. */
const LIMIT_MS = 60_000;

/** Detects the last gap in a working driver's positions: the page was suspended, or had no network. */
export function useSilence(
  on: boolean,
  last: PositionPoint | null,
  connected: boolean,
): { silence: Silence | null; dismiss: () => void } {
  const lastAt = useRef<number | null>(null);
  const [silence, setSilence] = useState<Silence | null>(null);

  useEffect(() => {
    if (!on) lastAt.current = null;
    if (!on || !connected || !last) return;
    const now = Date.now();
    const before = lastAt.current;
    lastAt.current = now;
    if (before === null || now - before <= LIMIT_MS) return;
    setSilence({ from: new Date(before).toISOString(), to: new Date(now).toISOString() });
  }, [on, last, connected]);

  return { silence, dismiss: useCallback(() => setSilence(null), []) };
}
