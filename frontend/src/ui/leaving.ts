type Guard = () => Promise<boolean>;

let guard: Guard | null = null;

/** One page at a time asks before it is left; gives back how to stop asking. */
export function guardLeaving(ask: Guard): () => void {
  guard = ask;
  return () => {
    if (guard === ask) guard = null;
  };
}

/** Whether the page may be left: asks the person where something on it is not saved. */
export async function mayLeave(): Promise<boolean> {
  return guard === null || (await guard());
}
