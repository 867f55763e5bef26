import { useEffect, useRef } from "react";

interface Dialog {
  opened: boolean;
  onClose: () => void;
  closeOnEscape?: boolean | undefined;
}

/** Outermost first. */
const openDialogs: symbol[] = [];
const handled = new WeakSet<Event>();

/** Whether this press of Escape has closed a dialog, and is nothing for the page below it. */
export const hasClosedDialog = (event: Event): boolean => handled.has(event);

/** Closes a dialog on Escape unless another one is open above it; Mantine closes all open dialogs at once. */
export function useEscape({ opened, onClose, closeOnEscape = true }: Dialog): void {
  const close = useRef<() => void>(undefined);
  useEffect(() => {
    close.current = closeOnEscape ? onClose : undefined;
  });
  useEffect(() => {
    if (!opened) return;
    const dialog = Symbol();
    openDialogs.push(dialog);
    const press = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || event.isComposing || handled.has(event)) return;
      if (openDialogs.at(-1) !== dialog) return;
      const { target } = event;
      // A list or a calendar in the dialog closes first.
      if (target instanceof Element && target.matches("[data-mantine-stop-propagation=true]"))
        return;
      // Once it is closed, the dialog below is the uppermost, and receives the same event.
      handled.add(event);
      close.current?.();
    };
    window.addEventListener("keydown", press, { capture: true });
    return () => {
      window.removeEventListener("keydown", press, { capture: true });
      openDialogs.splice(openDialogs.indexOf(dialog), 1);
    };
  }, [opened]);
}
