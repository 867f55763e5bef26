type Guard = () => Promise<boolean>;
type Pop = (event: PopStateEvent) => void;

let guard: Guard | null = null;
let held: Pop | null = null;

/** One page at a time asks before it is left; gives back how to stop asking. */
export function guardLeaving(ask: Guard): () => void {
  guard = ask;
  return () => {
    if (guard === ask) guard = null;
  };
}

/** Whether something on the page is not saved. */
export const isGuarded = () => guard !== null;

/** Whether the page may be left: asks the person where something on it is not saved. */
export async function mayLeave(): Promise<boolean> {
  return guard === null || (await guard());
}

/**
 * Steps of the browser's own buttons are heard here before the router hears of them: to be called before it
 * is there. A window calls its listeners in the order they came, those for capturing too, and the router has
 * drawn the other page before the next one's turn.
 */
export function hearStepsFirst(): void {
  window.addEventListener("popstate", (event) => held?.(event));
}

/** Who may keep a step from the router, with stopImmediatePropagation; gives back how to let go. */
export function holdSteps(hold: Pop): () => void {
  held = hold;
  return () => {
    if (held === hold) held = null;
  };
}
