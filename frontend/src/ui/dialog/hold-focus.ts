import { focusNearest, type ReturnPlaces } from "./return-places";

let stopHolding: () => void = () => undefined;

const isLost = () => document.activeElement === null || document.activeElement === document.body;

/**
 * Moves the focus to the nearest of these places, and to the next when that one is removed: a deleted row
 * leaves its list only when the list has reloaded. Stops at the next action of the user or the page.
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
