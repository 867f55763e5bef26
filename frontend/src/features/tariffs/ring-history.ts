import type { Corner } from "./zone-ring";

type Ring = readonly Corner[];

/** The earlier outlines of a zone, and those that were undone. */
export interface RingHistory {
  past: readonly Ring[];
  future: readonly Ring[];
  /** What the last change changed, so that typing in one field is one step. */
  field: string;
}

const MOST_STEPS = 100;

export const NO_HISTORY: RingHistory = { past: [], future: [], field: "" };

/** Returns the history after a change; a further change of the same field is the same step. */
export function changed(history: RingHistory, before: Ring, field = ""): RingHistory {
  if (field !== "" && field === history.field) return { ...history, future: [] };
  return { past: [...history.past, before].slice(-MOST_STEPS), future: [], field };
}

interface Step {
  history: RingHistory;
  ring: Ring;
}

/** Returns the last outline before the current one; undefined if there is none. */
export function undone({ past, future }: RingHistory, current: Ring): Step | undefined {
  const ring = past.at(-1);
  return (
    ring && { ring, history: { past: past.slice(0, -1), future: [current, ...future], field: "" } }
  );
}

/** Returns the outline that was undone last; undefined if there is none. */
export function redone({ past, future }: RingHistory, current: Ring): Step | undefined {
  const [ring, ...rest] = future;
  return ring && { ring, history: { past: [...past, current], future: rest, field: "" } };
}
