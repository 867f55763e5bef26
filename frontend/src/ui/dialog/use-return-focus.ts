import { type RefCallback, useCallback, useEffect, useRef } from "react";
import { holdFocus } from "./hold-focus";
import { followUse, lastUsed } from "./last-used";
import { PAGE, type ReturnPlaces } from "./return-places";

interface OpenDialog {
  box: () => HTMLElement | null;
  places: ReturnPlaces;
}

/** Outermost first. */
const openDialogs: OpenDialog[] = [];

// The build prerenders pages without a document.
if (typeof document !== "undefined") followUse();

/**
 * Returns the places for a dialog that opens now. If its opener is in another dialog, that dialog's places
 * follow.
 */
function openedFrom(): ReturnPlaces {
  const used = lastUsed();
  if (!used) return PAGE;
  const around = openDialogs.findLast(({ box }) => box()?.contains(used.element));
  if (!around) return [...used.places, ...PAGE];
  const itself = () =>
    openDialogs.includes(around)
      ? (around.box()?.querySelector<HTMLElement>("[role=dialog]") ?? null)
      : null;
  return [...used.places, itself, ...around.places];
}

/**
 * Implements the focus rule of all dialogs: when a dialog closes, the focus returns to its opener, or to the
 * nearest remaining place. If the page or the user has moved the focus meanwhile, it stays.
 */
export function useReturnFocus(opened: boolean): RefCallback<HTMLDivElement> {
  const box = useRef<HTMLElement | null>(null);
  useEffect(() => {
    if (!opened) return;
    const dialog: OpenDialog = { box: () => box.current, places: openedFrom() };
    openDialogs.push(dialog);
    return () => {
      openDialogs.splice(openDialogs.indexOf(dialog), 1);
      const focused = document.activeElement;
      const free =
        focused === null || focused === document.body || box.current?.contains(focused) === true;
      if (free) holdFocus(dialog.places);
    };
  }, [opened]);
  // The last element, even after the dialog has left the page.
  return useCallback((element) => {
    if (element) box.current = element;
  }, []);
}
