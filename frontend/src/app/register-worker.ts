import type { UserType } from "@/api/types";
import { activateNewWorkers } from "@/worker/activation";

/**
 * Makes the app installable and available offline. For signed-in users only: a visitor's first page should not
 * pay for it. It stores what the role needs in the language. Each of them has its own URL, so a change
 * installs another worker that fetches what is missing.
 */
export function registerWorker(role: UserType, language: string): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  const idle = window.requestIdleCallback ?? ((work: () => void) => setTimeout(work, 3000));
  idle(() => {
    // Without it the app works all the same, so a refusal of the browser is no error of ours.
    navigator.serviceWorker
      .register(`/sw.js?${new URLSearchParams({ role, language })}`)
      .then(activateNewWorkers)
      .catch(() => undefined);
  });
}
