import { Button, Kbd } from "@mantine/core";
import { useOs } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { Suspense, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { UserType } from "@/api/types";
import { lazy } from "@/ui/lazy";
import classes from "./admin-shortcuts.module.css";

const CommandPalette = lazy(async () => ({
  default: (await import("./command-palette")).CommandPalette,
}));
const ShortcutSheet = lazy(async () => ({
  default: (await import("./shortcut-sheet")).ShortcutSheet,
}));

type Open = "palette" | "sheet" | null;

const TYPING_TARGETS = "input, textarea, select, [contenteditable=true], [role=dialog]";

/**
 * Returns what a key press opens: Ctrl-K (Cmd-K on a Mac) works anywhere, `?` only outside of fields and
 * dialogs.
 */
function shortcutOf(event: KeyboardEvent): Open {
  if (event.isComposing || event.altKey) return null;
  const withModifier = event.ctrlKey || event.metaKey;
  if (withModifier && !event.shiftKey && event.key.toLowerCase() === "k") return "palette";
  const typing = event.target instanceof Element && event.target.closest(TYPING_TARGETS) !== null;
  return event.key === "?" && !withModifier && !typing ? "sheet" : null;
}

/** The shortcuts of all back office pages, and a button that lists them. */
export function AdminShortcuts({ role }: { role: UserType }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<Open>(null);
  const mac = useOs() === "macos";

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const next = shortcutOf(event);
      if (!next) return;
      event.preventDefault();
      setOpen((before) => (before === next ? null : next));
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, []);

  const close = () => setOpen(null);
  return (
    <>
      <Button
        classNames={{ root: classes.button ?? "", label: classes.buttonLabel ?? "" }}
        variant="default"
        size="sm"
        fullWidth
        leftSection={<IconSearch size={16} aria-hidden="true" />}
        rightSection={
          <Kbd size="xs" dir="ltr" aria-hidden="true">
            {mac ? "⌘ K" : "Ctrl K"}
          </Kbd>
        }
        aria-keyshortcuts={mac ? "Meta+K" : "Control+K"}
        aria-haspopup="dialog"
        onClick={() => setOpen("palette")}
      >
        {t("palette.title")}
      </Button>
      <Suspense fallback={null}>
        {open === "palette" ? (
          <CommandPalette role={role} onClose={close} onKeys={() => setOpen("sheet")} />
        ) : null}
        {open === "sheet" ? <ShortcutSheet mac={mac} onClose={close} /> : null}
      </Suspense>
    </>
  );
}
