import { useEffect } from "react";

/** Prevents the screen from turning off while `on`; does nothing in a browser without wake locks. */
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
        // The request fails on a low battery. It is retried when the page becomes visible.
      }
    };
    // The browser releases the lock when the page is hidden.
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
