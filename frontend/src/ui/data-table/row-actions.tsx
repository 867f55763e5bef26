import { ActionIcon, Menu } from "@mantine/core";
import { IconDots } from "@tabler/icons-react";
import { useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import classes from "./data-table.module.css";
import type { RowAction } from "./types";

/** The actions of a row: some as separate buttons, the others in a menu. */
export function RowActions({ actions, name }: { actions: readonly RowAction[]; name: string }) {
  const buttons = actions.filter(({ inline }) => inline);
  const items = actions.filter(({ inline }) => !inline);
  return (
    <div className={classes.actions}>
      {buttons.map((action) => (
        <ActionButton key={action.label} action={action} />
      ))}
      {items.length > 0 ? <ActionMenu items={items} name={name} /> : null}
    </div>
  );
}

/** Rendered while it is open only: a list would render a closed menu in each row. */
function ActionMenu({ items, name }: { items: readonly RowAction[]; name: string }) {
  const { t } = useTranslation();
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [opened, setOpened] = useState(false);
  // A press on the button of an open menu first closes it as a press outside.
  const pressedOpen = useRef(false);
  return (
    <div className={classes.menu}>
      <ActionIcon
        ref={button}
        id={id}
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={t("list.actions_of", { row: name })}
        aria-haspopup="menu"
        aria-expanded={opened}
        onPointerDown={() => {
          pressedOpen.current = opened;
        }}
        onClick={() => {
          setOpened(!pressedOpen.current);
          pressedOpen.current = false;
        }}
      >
        <IconDots size={18} aria-hidden="true" />
      </ActionIcon>
      {opened ? (
        <Menu
          opened
          position="bottom-end"
          withinPortal
          returnFocus={false}
          classNames={{ item: classes.item ?? "" }}
          onChange={setOpened}
          onClose={() => button.current?.focus({ preventScroll: true })}
        >
          <Menu.Target>
            <span aria-hidden="true" className={classes.anchor} />
          </Menu.Target>
          <Menu.Dropdown aria-labelledby={id}>
            {items.map((action) => (
              <ActionItem key={action.label} action={action} />
            ))}
          </Menu.Dropdown>
        </Menu>
      ) : null}
    </div>
  );
}

function ActionItem({ action }: { action: RowAction }) {
  const { label, icon, onClick, to, color, disabled, dialog } = action;
  const look = { leftSection: icon, disabled: Boolean(disabled), ...(color ? { color } : {}) };
  if (to) {
    return (
      <Menu.Item component={Link} to={to} {...look}>
        {label}
      </Menu.Item>
    );
  }
  return (
    <Menu.Item onClick={onClick} aria-haspopup={dialog ? "dialog" : undefined} {...look}>
      {label}
      {typeof disabled === "string" ? <span className={classes.reason}>{disabled}</span> : null}
    </Menu.Item>
  );
}

/** Keeps the focus while disabled, because an action may disable its own button. */
function ActionButton({ action }: { action: RowAction }) {
  const { label, icon, inline, onClick, color = "gray", disabled, dialog } = action;
  return (
    <ActionIcon
      className={classes.button ?? ""}
      variant="subtle"
      color={color}
      size="lg"
      aria-label={inline}
      title={typeof disabled === "string" ? disabled : label}
      aria-haspopup={dialog ? "dialog" : undefined}
      aria-disabled={Boolean(disabled)}
      data-disabled={Boolean(disabled) || undefined}
      onClick={() => {
        if (!disabled) onClick?.();
      }}
    >
      {icon}
    </ActionIcon>
  );
}
