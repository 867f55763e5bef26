type Guard = () => Promise<boolean>;
type Pop = (event: PopStateEvent) => void;

let guard: Guard | null = null;
let interceptor: Pop | null = null;

/** Registers the guard of the open page; returns a function that removes it. */
export function guardLeaving(next: Guard): () => void {
  guard = next;
  return () => {
    if (guard === next) guard = null;
  };
}

/** Returns whether the page has unsaved changes. */
export const isGuarded = () => guard !== null;

/** Returns whether the page may be left, after confirming the loss of unsaved changes. */
export async function mayLeave(): Promise<boolean> {
  return guard === null || (await guard());
}

/**
 * Listens for history changes before the router: call it before the router is created. A window calls its
 * listeners, capturing ones included, in the order of registration, and the router renders the new page
 * before the next listener.
 */
export function listenBeforeRouter(): void {
  window.addEventListener("popstate", (event) => interceptor?.(event));
}

/**
 * Registers a listener that may hide a history change from the router with stopImmediatePropagation; returns
 * a function that removes it.
 */
export function interceptHistory(listener: Pop): () => void {
  interceptor = listener;
  return () => {
    if (interceptor === listener) interceptor = null;
  };
}
