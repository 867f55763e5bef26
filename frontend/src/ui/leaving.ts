type Guard = () => Promise<boolean>;
type Pop = (event: PopStateEvent) => void;

let guard: Guard | null = null;
let held: Pop | null = null;

/** Registers the guard of the open page; returns how to remove it. */
export function guardLeaving(ask: Guard): () => void {
  guard = ask;
  return () => {
    if (guard === ask) guard = null;
  };
}

/** Whether something on the page is not saved. */
export const isGuarded = () => guard !== null;

/** Returns whether the page may be left; asks the user about unsaved changes. */
export async function mayLeave(): Promise<boolean> {
  return guard === null || (await guard());
}

/**
 * Listens for history steps before the router does: call it before the router is created. A window calls
 * listeners in the order in which they were added, capturing ones included, and the router renders the new
 * page before the next listener.
 */
export function hearStepsFirst(): void {
  window.addEventListener("popstate", (event) => held?.(event));
}

/**
 * Registers a listener that may hide a step from the router with stopImmediatePropagation; returns how to
 * remove it.
 */
export function holdSteps(hold: Pop): () => void {
  held = hold;
  return () => {
    if (held === hold) held = null;
  };
}
