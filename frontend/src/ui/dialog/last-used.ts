import { placesOf, type ReturnPlaces } from "./return-places";

interface Used {
  element: HTMLElement;
  places: ReturnPlaces;
}

let last: Used | null = null;

const CONTROL = "a[href], button, input, select, textarea, summary, [role=menuitem], [tabindex]";

function note({ target }: Event): void {
  const element = target instanceof Element ? target.closest<HTMLElement>(CONTROL) : null;
  if (element) last = { element, places: placesOf(element) };
}

/**
 * Tracks the last used control. When its dialog renders, a menu item is gone, a submit button is disabled,
 * and Safari does not focus a clicked button.
 */
export function followUse(): void {
  document.addEventListener("focusin", note, { capture: true });
  document.addEventListener("click", note, { capture: true });
}

/** Returns the control that has or last had the focus. */
export function lastUsed(): Used | null {
  const focused = document.activeElement;
  if (!(focused instanceof HTMLElement) || focused === document.body) return last;
  return last?.element === focused ? last : { element: focused, places: placesOf(focused) };
}
