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

// The pages that the build draws have no document.
if (typeof document !== "undefined") followUse();

/** The places for a dialog that opens now; where its opener is in another dialog, those of that one as well. */
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
 * The one rule of all dialogs: once closed, in whatever way, the focus is on what opened it, or where that is
 * gone on the nearest thing left. It stays where the page or the user has put it meanwhile.
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
  // The last element, also once the dialog has left the page.
  return useCallback((element) => {
    if (element) box.current = element;
  }, []);
}
