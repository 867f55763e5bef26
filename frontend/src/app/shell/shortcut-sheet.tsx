import { Button, Kbd } from "@mantine/core";
import { IconPrinter } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Modal } from "@/ui/dialog/modal";
import classes from "./admin-shortcuts.module.css";

const GROUPS = [
  {
    id: "everywhere",
    keys: [
      { does: "palette", keys: ["mod K"] },
      { does: "sheet", keys: ["?"] },
      { does: "call", keys: ["C"] },
      { does: "close", keys: ["Esc"] },
    ],
  },
  {
    id: "board",
    keys: [
      { does: "jobs", keys: ["↑", "↓", "J", "K"] },
      { does: "lanes", keys: ["←", "→", "H", "L"] },
      { does: "lane_ends", keys: ["Home", "End"] },
      { does: "open_job", keys: ["Enter"] },
      { does: "assign", keys: ["A"] },
      { does: "plan", keys: ["P"] },
      { does: "plan_backup", keys: ["F"] },
      { does: "reassign", keys: ["R"] },
      { does: "unassign", keys: ["U"] },
      { does: "hold", keys: ["W"] },
      { does: "edit_job", keys: ["E"] },
      { does: "search_again", keys: ["S"] },
      { does: "cancel", keys: ["C", "Del"] },
      { does: "note", keys: ["T"] },
      { does: "repeat", keys: ["D"] },
      { does: "return", keys: ["B"] },
      { does: "new", keys: ["N"] },
      { does: "message", keys: ["M"] },
      { does: "offline", keys: ["O"] },
      { does: "filter", keys: ["/"] },
    ],
  },
  {
    id: "lists",
    keys: [
      { does: "search", keys: ["/"] },
      { does: "cells", keys: ["←", "→", "↑", "↓"] },
      { does: "row_ends", keys: ["Home", "End"] },
      { does: "list_ends", keys: ["mod Home", "mod End"] },
      { does: "ten_rows", keys: ["PgUp", "PgDn"] },
      { does: "open", keys: ["Enter"] },
      { does: "select", keys: ["Space"] },
      { does: "edit", keys: ["F2"] },
    ],
  },
  { id: "words", keys: [{ does: "save_words", keys: ["mod Enter"] }] },
] as const;

/** The keyboard shortcuts of the back office. */
export function ShortcutSheet({ mac, onClose }: { mac: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Modal
      opened
      onClose={onClose}
      title={t("keys.title")}
      size="lg"
      className={classes.sheet ?? ""}
      closeButtonProps={{ "aria-label": t("app.close") }}
    >
      {GROUPS.map((group) => (
        <section key={group.id} aria-labelledby={`keys-${group.id}`}>
          <h3 id={`keys-${group.id}`} className={classes.group}>
            {t(`keys.group_${group.id}`)}
          </h3>
          <dl className={classes.keys}>
            {group.keys.flatMap(({ does, keys }) => [
              <dt key={`${does} keys`}>
                {keys.map((key) => (
                  <Kbd key={key} dir="ltr">
                    {key.replace("mod", mac ? "⌘" : "Ctrl")}
                  </Kbd>
                ))}
              </dt>,
              <dd key={does}>{t(`keys.${does}`)}</dd>,
            ])}
          </dl>
        </section>
      ))}
      <Button
        className={classes.print ?? ""}
        variant="default"
        leftSection={<IconPrinter size={18} aria-hidden="true" />}
        onClick={() => window.print()}
      >
        {t("keys.print")}
      </Button>
    </Modal>
  );
}
