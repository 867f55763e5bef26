type Guard = () => Promise<boolean>;

let guard: Guard | null = null;

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
