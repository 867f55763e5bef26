import { type PointerEvent, useEffect, useState } from "react";

/** The maximum delay between pointerup and click. */
const MAX_CLICK_DELAY_MS = 300;

/**
 * Returns the value, frozen while a pointer is down and until its click has fired, so that a list does not
 * change under a tap.
 */
export function useStableWhilePressed<T>(value: T) {
  const [frozen, setFrozen] = useState<{ value: T } | null>(null);

  useEffect(() => {
    if (!frozen) return;
    let timer: ReturnType<typeof setTimeout>;
    const releaseAfter = (delay: number) => () => {
      clearTimeout(timer);
      timer = setTimeout(() => setFrozen(null), delay);
    };
    const releases = {
      pointerup: releaseAfter(MAX_CLICK_DELAY_MS),
      click: releaseAfter(0),
      pointercancel: releaseAfter(0),
      blur: releaseAfter(0),
    };
    for (const [name, release] of Object.entries(releases))
      window.addEventListener(name, release, true);
    return () => {
      clearTimeout(timer);
      for (const [name, release] of Object.entries(releases))
        window.removeEventListener(name, release, true);
    };
  }, [frozen]);

  return {
    isFrozen: frozen !== null,
    stableValue: frozen ? frozen.value : value,
    /** Props for the element around the value. */
    pressProps: {
      onPointerDownCapture: ({ button, isPrimary }: PointerEvent) => {
        if (button === 0 && isPrimary !== false)
          setFrozen({ value: frozen ? frozen.value : value });
      },
    },
  };
}
