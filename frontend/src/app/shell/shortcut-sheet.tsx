import { Kbd } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Modal } from "@/ui/dialog/modal";
import classes from "./office-keys.module.css";

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
    </Modal>
  );
}
