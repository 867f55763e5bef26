import { createPath, type Location, type Navigator, type To } from "react-router";
import { isGuarded, mayLeave } from "./leaving";

interface Entry {
  usr: unknown;
  key: string;
  /** The position in the history; a jump within the page has none. */
  idx?: number;
  /** The path of the previous entry, if it is one of this app. */
  from?: string;
}

type NavigationAction = "PUSH" | "REPLACE" | "POP";

export interface GuardedHistory extends Navigator {
  /** The current location, which may be newer than the rendered one. */
  readonly location: Location;
  listen(listener: (action: NavigationAction) => void): () => void;
}

const entry = () => window.history.state as Partial<Entry> | null;
const newKey = () => crypto.randomUUID().slice(0, 8);

/** Returns the path to which Back leads, unless it leaves the app. */
export const previousPath = () => entry()?.from;

/**
 * Creates the browser's history for the router. While the page has unsaved changes, it confirms before every
 * navigation, and reverts the browser's own until it is confirmed.
 */
export function createGuardedHistory(): GuardedHistory {
  let index = entry()?.idx ?? 0;
  let notify: (action: NavigationAction) => void = () => undefined;
  if (entry()?.idx === undefined)
    window.history.replaceState({ ...entry(), key: newKey(), idx: index }, "");

  const confirmed = (navigate: () => void) => {
    if (!isGuarded()) navigate();
    else void mayLeave().then((leave) => leave && navigate());
  };
  const write = (action: "PUSH" | "REPLACE", to: To, state: unknown) =>
    confirmed(() => {
      if (action === "PUSH") index += 1;
      const from = action === "PUSH" ? window.location.pathname : previousPath();
      const next: Entry = { usr: state ?? null, key: newKey(), idx: index, ...(from && { from }) };
      const url = createHref(to);
      if (action === "PUSH") window.history.pushState(next, "", url);
      else window.history.replaceState(next, "", url);
      notify(action);
    });
  const onPop = () => {
    const next = entry()?.idx;
    if (next !== undefined && isGuarded()) {
      const steps = next - index;
      // Zero: the reversal itself.
      if (steps === 0) return;
      window.history.go(-steps);
      void mayLeave().then((leave) => leave && window.history.go(steps));
      return;
    }
    index = next ?? index;
    notify("POP");
  };

  return {
    get location() {
      const { pathname, search, hash } = window.location;
      return {
        pathname,
        search,
        hash,
        state: entry()?.usr ?? null,
        key: entry()?.key ?? "default",
      };
    },
    createHref,
    encodeLocation(to) {
      const { pathname, search, hash } = new URL(createHref(to), window.location.origin);
      return { pathname, search, hash };
    },
    push: (to, state) => write("PUSH", to, state),
    replace: (to, state) => write("REPLACE", to, state),
    go: (steps) => window.history.go(steps),
    listen(listener) {
      notify = listener;
      window.addEventListener("popstate", onPop);
      return () => {
        notify = () => undefined;
        window.removeEventListener("popstate", onPop);
      };
    },
  };
}

const createHref = (to: To) => (typeof to === "string" ? to : createPath(to));
