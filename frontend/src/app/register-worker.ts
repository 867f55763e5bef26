/**
 * Makes the app open without a network and installable. Asked for by those with a session only: a visitor's
 * first page should not pay for a shell he may never need again.
 */
export function registerWorker(): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  const idle = window.requestIdleCallback ?? ((work: () => void) => setTimeout(work, 3000));
  idle(() => {
    // Without it the app works all the same, so a refusal of the browser is no error of ours.
    navigator.serviceWorker.register("/sw.js").catch(() => undefined);
  });
}
