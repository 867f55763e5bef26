import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { languageInfo } from "@/i18n/languages";
import { hasClosedDialog } from "@/ui/dialog/use-escape";
import { type Command, commandOf, keeps } from "./keys";

/**
 * Calls `onCommand` for the board's keys, but not while a dialog is open or opening: the keys are typed for it before
 * it has the focus. Where the focus has its own use for a key, it keeps it.
 */
export function useDeskKeys(
  dialogOpen: boolean,
  onCommand: (command: Command, key: string) => void,
): void {
  const { i18n } = useTranslation();
  const rtl = languageInfo(i18n.language).dir === "rtl";
  const latest = useRef(onCommand);
  useEffect(() => {
    latest.current = onCommand;
  });
  useEffect(() => {
    if (dialogOpen) return;
    const press = (event: KeyboardEvent) => {
      // React may show the page without the dialog before the same key arrives here.
      if (hasClosedDialog(event)) return;
      const command = commandOf(event, rtl);
      if (!command || keeps(event.target, command)) return;
      // Escape also closes what else is open.
      if (command.does !== "leave") event.preventDefault();
      latest.current(command, event.key.toLowerCase());
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, [rtl, dialogOpen]);
}
