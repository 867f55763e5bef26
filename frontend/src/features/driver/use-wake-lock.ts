import { useEffect } from "react";

/** Keeps the screen on while `on`; a browser that cannot does nothing, and says nothing. */
export function useWakeLock(on: boolean): void {
  useEffect(() => {
    if (!on || !("wakeLock" in navigator)) return;
    let lock: WakeLockSentinel | null = null;
    let ended = false;
    const acquire = async () => {
      if (document.visibilityState !== "visible") return;
      try {
        const fresh = await navigator.wakeLock.request("screen");
        if (ended) await fresh.release();
        else lock = fresh;
      } catch {
        // Refused while the battery is low; the next return to the page asks again.
      }
    };
    // The browser lets go of it whenever the page is hidden.
    const onVisibility = () => void acquire();
    document.addEventListener("visibilitychange", onVisibility);
    void acquire();
    return () => {
      ended = true;
      document.removeEventListener("visibilitychange", onVisibility);
      void lock?.release().catch(() => undefined);
    };
  }, [on]);
}
