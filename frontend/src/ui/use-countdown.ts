import { useEffect, useState } from "react";

/** Formats seconds as 4:07. */
export const clockTime = (seconds: number) =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

const left = (until: number) => Math.max(0, Math.ceil((until - Date.now()) / 1000));

/**
 * Returns the whole seconds until a moment (milliseconds since 1970), from the clock rather than by counting
 * ticks.
 */
export function useCountdown(until: number): number {
  const [seconds, setSeconds] = useState(() => left(until));
  useEffect(() => {
    setSeconds(left(until));
    if (left(until) === 0) return;
    const timer = setInterval(() => {
      const now = left(until);
      setSeconds(now);
      if (now === 0) clearInterval(timer);
    }, 500);
    return () => clearInterval(timer);
  }, [until]);
  return seconds;
}

const gone = (since: number) => Math.max(0, Math.floor((Date.now() - since) / 1000));

/** Returns the whole seconds since a moment. */
export function useElapsed(since: number): number {
  const [seconds, setSeconds] = useState(() => gone(since));
  useEffect(() => {
    setSeconds(gone(since));
    const timer = setInterval(() => setSeconds(gone(since)), 500);
    return () => clearInterval(timer);
  }, [since]);
  return seconds;
}
