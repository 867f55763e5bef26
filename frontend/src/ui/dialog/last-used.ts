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
 * Remember the control used last: by the time its dialog is drawn a menu's item is gone, a button that sends
 * is disabled, and Safari gives no button the focus that is clicked.
 */
export function followUse(): void {
  document.addEventListener("focusin", note, { capture: true });
  document.addEventListener("click", note, { capture: true });
}

/** The control that has the focus, or had it last. */
export function lastUsed(): Used | null {
  const focused = document.activeElement;
  if (!(focused instanceof HTMLElement) || focused === document.body) return last;
  return last?.element === focused ? last : { element: focused, places: placesOf(focused) };
}
