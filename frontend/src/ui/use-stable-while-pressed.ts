import { type PointerEvent, useEffect, useState } from "react";

/** The maximum delay between lifting a finger and its click. */
const CLICK_WITHIN_MS = 300;

/**
 * Returns a value that does not change while a finger is down and until its click has fired, so that a list
 * does not change under a tap.
 */
export function useStableWhilePressed<T>(value: T) {
  const [held, setHeld] = useState<{ value: T } | null>(null);

  useEffect(() => {
    if (!held) return;
    let timer: ReturnType<typeof setTimeout>;
    const releaseAfter = (pause: number) => () => {
      clearTimeout(timer);
      timer = setTimeout(() => setHeld(null), pause);
    };
    const ends = {
      pointerup: releaseAfter(CLICK_WITHIN_MS),
      click: releaseAfter(0),
      pointercancel: releaseAfter(0),
      blur: releaseAfter(0),
    };
    for (const [name, end] of Object.entries(ends)) window.addEventListener(name, end, true);
    return () => {
      clearTimeout(timer);
      for (const [name, end] of Object.entries(ends)) window.removeEventListener(name, end, true);
    };
  }, [held]);

  return {
    held: held !== null,
    shown: held ? held.value : value,
    /** Props for the element around the value. */
    holding: {
      onPointerDownCapture: ({ button, isPrimary }: PointerEvent) => {
        if (button === 0 && isPrimary !== false) setHeld({ value: held ? held.value : value });
      },
    },
  };
}
