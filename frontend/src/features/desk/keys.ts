import type { Step } from "./lanes";

/** What a key opens for the selected job: a dialog, or the booking form. */
export type JobAction =
  | "open"
  | "assign"
  | "plan"
  | "plan-backup"
  | "reassign"
  | "unassign"
  | "edit"
  | "cancel"
  | "search"
  | "hold"
  | "note"
  | "repeat"
  | "return";

export type Command =
  | { does: "step"; step: Step }
  | { does: "job"; action: JobAction }
  | { does: "new" | "filter" | "leave" | "message" | "offline" };

const STEPS: Record<string, Step> = {
  ArrowUp: "up",
  k: "up",
  ArrowDown: "down",
  j: "down",
  h: "previous",
  l: "next",
  Home: "first",
  End: "last",
};

/** The key of each action, also shown on its button. */
export const ACTION_KEYS = {
  assign: "A",
  plan: "P",
  "plan-backup": "F",
  hold: "W",
  reassign: "R",
  unassign: "U",
  edit: "E",
  search: "S",
  cancel: "C",
  note: "T",
  repeat: "D",
  return: "B",
  open: "Enter",
} as const satisfies Record<JobAction, string>;

const JOB_KEYS: Record<string, JobAction> = {
  ...Object.fromEntries(
    Object.entries(ACTION_KEYS).map(([action, key]) => [
      key.length === 1 ? key.toLowerCase() : key,
      action as JobAction,
    ]),
  ),
  Delete: "cancel",
};

interface KeyPress {
  key: string;
  altKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
  isComposing: boolean;
}

/** Returns what a key does on the board, where nothing is typed. Left and right follow the screen's direction. */
export function commandOf(press: KeyPress, rtl: boolean): Command | null {
  const { altKey, ctrlKey, metaKey, isComposing } = press;
  if (altKey || ctrlKey || metaKey || isComposing) return null;
  const key = press.key.length === 1 ? press.key.toLowerCase() : press.key;
  if (key === "ArrowLeft") return { does: "step", step: rtl ? "next" : "previous" };
  if (key === "ArrowRight") return { does: "step", step: rtl ? "previous" : "next" };
  const step = STEPS[key];
  if (step) return { does: "step", step };
  const action = JOB_KEYS[key];
  if (action) return { does: "job", action };
  if (key === "n") return { does: "new" };
  if (key === "m") return { does: "message" };
  if (key === "o") return { does: "offline" };
  if (key === "/") return { does: "filter" };
  return key === "Escape" ? { does: "leave" } : null;
}

const TYPING = "input, textarea, select, [contenteditable=true], [role=dialog], [role=menu]";
/** Elements with arrow keys or an Enter of their own. */
const OWN_ARROWS = ".leaflet-container, [role=tablist]";
const OWN_ENTER = "a[href], button";

/** Returns whether the element that has the focus keeps a command for itself. */
export function keeps(target: EventTarget | null, command: Command): boolean {
  if (!(target instanceof Element)) return false;
  if (target.closest(TYPING)) return true;
  if (command.does === "step") return target.closest(OWN_ARROWS) !== null;
  const presses = command.does === "job" && command.action === "open";
  return presses && target.closest(OWN_ENTER) !== null;
}
