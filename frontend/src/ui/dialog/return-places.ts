/** Returns an element when the focus needs it; null if it is gone. */
type Place = () => HTMLElement | null;

/** The places to which the focus may return, nearest first. */
export type ReturnPlaces = readonly Place[];

// Not a grid's cells: one of them has the tab stop, which would shift the order.
const CONTROLS = "a[href], button, input, select, textarea, summary";
const ROW = "tr, li, [role=row]";
const REGION = "section, form, article, main";
const HEADING = "h1, h2, h3, h4";

const controlsIn = (row: Element | null) => [
  ...(row?.querySelectorAll<HTMLElement>(CONTROLS) ?? []),
];

/** Returns the button of the menu that contains an item. */
function menuButtonOf(item: Element): HTMLElement | null {
  const menu = item.closest("[role=menu]");
  return document.getElementById(menu?.getAttribute("aria-labelledby") ?? "");
}

/** Returns the control in the same column of another row, or the row's first control. */
function besideIn(row: Element | null, column: number): HTMLElement | null {
  if (!row?.isConnected) return null;
  const inside = controlsIn(row);
  return inside[column] ?? inside[0] ?? null;
}

/**
 * Returns the places for an element, while it is on the page: the element, its menu's button, its row, the
 * next and previous rows, the headings of the regions around it.
 */
export function placesOf(element: HTMLElement): ReturnPlaces {
  const button = menuButtonOf(element);
  const anchor = button ?? element;
  const row = anchor.closest(ROW);
  const column = controlsIn(row).indexOf(anchor);
  const [after, before] = [row?.nextElementSibling ?? null, row?.previousElementSibling ?? null];
  const regions: Element[] = [];
  for (let at = anchor.closest(REGION); at; at = at.parentElement?.closest(REGION) ?? null)
    regions.push(at);
  return [
    () => element,
    () => button,
    () => besideIn(row, column),
    () => besideIn(after, column),
    () => besideIn(before, column),
    ...regions.map((region) => () => region.querySelector<HTMLElement>(HEADING)),
  ];
}

/** The page's own places, for dialogs without an opener. */
export const PAGE: ReturnPlaces = [
  () => document.querySelector<HTMLElement>("main h1"),
  () => document.querySelector<HTMLElement>("main"),
];

function isReachable(element: HTMLElement): boolean {
  if (!element.isConnected || element.matches(":disabled")) return false;
  return element.checkVisibility?.({ visibilityProperty: true }) ?? true;
}

/** Moves the focus to the nearest place that can have it; returns the focused element. */
export function focusNearest(places: ReturnPlaces): HTMLElement | null {
  for (const place of places) {
    const element = place();
    if (!element || !isReachable(element)) continue;
    if (element.tabIndex < 0 && !element.hasAttribute("tabindex")) element.tabIndex = -1;
    element.focus({ preventScroll: true });
    if (document.activeElement === element) return element;
  }
  return null;
}
