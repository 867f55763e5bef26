import { type PointerEvent, useEffect, useState } from "react";

/** A touch's click may come this long after the finger is gone. */
const CLICK_WITHIN_MS = 300;

/**
 * What a finger is on stays where it is: while it is down, and until its click has come, the value is the one
 * of the moment when it came down. Else a list that changes in between would swallow the tap.
 */
export function useHeldStill<T>(value: T) {
  const [held, setHeld] = useState<{ value: T } | null>(null);

  useEffect(() => {
    if (!held) return;
    let timer: ReturnType<typeof setTimeout>;
    const letGoIn = (pause: number) => () => {
      clearTimeout(timer);
      timer = setTimeout(() => setHeld(null), pause);
    };
    const ends = {
      pointerup: letGoIn(CLICK_WITHIN_MS),
      click: letGoIn(0),
      pointercancel: letGoIn(0),
      blur: letGoIn(0),
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
    /** For the element around it. */
    holding: {
      onPointerDownCapture: ({ button, isPrimary }: PointerEvent) => {
        if (button === 0 && isPrimary !== false) setHeld({ value: held ? held.value : value });
      },
    },
  };
}
