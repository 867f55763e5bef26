/** Finds an element when the focus needs it; null where it is gone. */
type Place = () => HTMLElement | null;

/** Where the focus may return to, nearest first. */
export type ReturnPlaces = readonly Place[];

// Not a grid's cells: one of them has the tab stop, and would shift what comes after it.
const CONTROLS = "a[href], button, input, select, textarea, summary";
const ROW = "tr, li, [role=row]";
const REGION = "section, form, article, main";
const HEADING = "h1, h2, h3, h4";

const controlsIn = (row: Element | null) => [
  ...(row?.querySelectorAll<HTMLElement>(CONTROLS) ?? []),
];

/** A menu's button, of one of its items. */
function menuButtonOf(item: Element): HTMLElement | null {
  const menu = item.closest("[role=menu]");
  return document.getElementById(menu?.getAttribute("aria-labelledby") ?? "");
}

/** The control of another row in the same column, or else its first. */
function besideIn(row: Element | null, column: number): HTMLElement | null {
  if (!row?.isConnected) return null;
  const inside = controlsIn(row);
  return inside[column] ?? inside[0] ?? null;
}

/**
 * The places for an element, read while it is on the page: itself, its menu's button, its row, the row after
 * and the one before, the headings of the parts that it is in.
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

/** The page itself, for what no part of it has opened. */
export const PAGE: ReturnPlaces = [
  () => document.querySelector<HTMLElement>("main h1"),
  () => document.querySelector<HTMLElement>("main"),
];

function isReachable(element: HTMLElement): boolean {
  if (!element.isConnected || element.matches(":disabled")) return false;
  return element.checkVisibility?.({ visibilityProperty: true }) ?? true;
}

/** Move the focus to the nearest place that can have it, and return what has it now. */
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
