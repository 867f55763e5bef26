import type { UserType } from "@/api/types";
import { activateNewWorkers } from "@/worker/activation";

/**
 * Makes the app installable and available offline. Only for logged-in users: it must not slow down a
 * visitor's first page. The worker caches the files of a role and a language. Each combination has its own
 * URL, so a change installs another worker, which fetches the missing files.
 */
export function registerWorker(role: UserType, language: string): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  const idle = window.requestIdleCallback ?? ((work: () => void) => setTimeout(work, 3000));
  idle(() => {
    // The app works without the worker, so a browser's rejection is not an error.
    navigator.serviceWorker
      .register(`/sw.js?${new URLSearchParams({ role, language })}`)
      .then(activateNewWorkers)
      .catch(() => undefined);
  });
}
