import { ActionIcon, Menu } from "@mantine/core";
import { IconDots } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import classes from "./data-table.module.css";
import type { RowAction } from "./types";

/** What can be done with a row, without leaving the list. */
export function RowActions({ actions, name }: { actions: readonly RowAction[]; name: string }) {
  const { t } = useTranslation();
  if (actions.length === 0) return null;
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={t("list.actions_of", { row: name })}
        >
          <IconDots size={18} aria-hidden="true" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map(({ label, icon, onClick, color, disabled, dialog }) => (
          <Menu.Item
            key={label}
            leftSection={icon}
            disabled={Boolean(disabled)}
            onClick={onClick}
            aria-haspopup={dialog ? "dialog" : undefined}
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
