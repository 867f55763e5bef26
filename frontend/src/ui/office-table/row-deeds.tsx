import { ActionIcon, Menu } from "@mantine/core";
import { IconDots } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import classes from "./office-table.module.css";
import type { RowDeed } from "./types";

/** What can be done with a row, without leaving the list. */
export function RowDeeds({ deeds, name }: { deeds: readonly RowDeed[]; name: string }) {
  const { t } = useTranslation();
  if (deeds.length === 0) return null;
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={t("list.deeds_of", { row: name })}
        >
          <IconDots size={18} aria-hidden="true" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {deeds.map(({ label, icon, onClick, color, disabled }) => (
          <Menu.Item
            key={label}
            leftSection={icon}
            disabled={Boolean(disabled)}
            onClick={onClick}
            {...(color ? { color } : {})}
          >
            {label}
            {disabled ? <span className={classes.why}>{disabled}</span> : null}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
