import type { UserType } from "@/api/types";

/**
 * Makes the app open without a network and installable. Asked for by those with a session only: a visitor's
 * first page should not pay for a shell he may never need again. It stores what the role needs, in the language:
 * another of them is another address, and so another worker, which fetches what is missing.
 */
export function registerWorker(role: UserType, language: string): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  const idle = window.requestIdleCallback ?? ((work: () => void) => setTimeout(work, 3000));
  idle(() => {
    // Without it the app works all the same, so a refusal of the browser is no error of ours.
    navigator.serviceWorker
      .register(`/sw.js?${new URLSearchParams({ role, language })}`)
      .catch(() => undefined);
  });
}
