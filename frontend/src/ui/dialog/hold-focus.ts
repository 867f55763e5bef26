import { focusNearest, type ReturnPlaces } from "./return-places";

let stopHolding: () => void = () => undefined;

const isLost = () => document.activeElement === null || document.activeElement === document.body;

/**
 * Move the focus to the nearest of these places, and on to the next when that one goes: a deleted row leaves
 * its list only once the list is loaded again. Ends with whatever the user, or the page, does next.
 */
export function holdFocus(places: ReturnPlaces): void {
  stopHolding();
  let held = focusNearest(places);
  let moving = false;
  const changes = new MutationObserver(() => {
    if (held?.isConnected) return;
    moving = true;
    held = isLost() ? focusNearest(places) : null;
    moving = false;
    if (!held) stopHolding();
  });
  const onFocus = ({ target }: Event) => {
    if (!moving && target !== held) stopHolding();
  };
  stopHolding = () => {
    changes.disconnect();
    document.removeEventListener("focusin", onFocus);
    document.removeEventListener("pointerdown", stopHolding);
  };
  if (!held) return;
  changes.observe(document.body, { childList: true, subtree: true });
  document.addEventListener("focusin", onFocus);
  document.addEventListener("pointerdown", stopHolding);
}
