/** The type of the message that makes a waiting worker take over. */
export const ACTIVATE = "activate";
const RETRY_MS = 1000;
const watched = new WeakSet<Registration>();

/** The parts of a `ServiceWorkerRegistration` that an activation needs. */
export interface Registration extends Pick<EventTarget, "addEventListener"> {
  installing: (EventTarget & { state: string }) | null;
  waiting: { postMessage: (message: unknown) => void } | null;
}

function activate(registration: Registration): void {
  if (!registration.waiting) return;
  registration.waiting.postMessage({ type: ACTIVATE });
  setTimeout(() => activate(registration), RETRY_MS);
}

/**
 * Makes each new worker of the registration take over. Its own `skipWaiting()` is not enough: a request that
 * reaches the old worker at that moment makes Chromium drop the activation, and the new worker waits until
 * all pages are closed. A registration is watched only once.
 */
export function activateNewWorkers(registration: Registration): void {
  if (watched.has(registration)) return;
  watched.add(registration);
  const watch = () => {
    const worker = registration.installing;
    worker?.addEventListener("statechange", () => {
      if (worker.state === "installed") setTimeout(() => activate(registration), RETRY_MS);
    });
  };
  registration.addEventListener("updatefound", watch);
  watch();
  activate(registration);
}
