import { Button, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import type { UserType } from "@/api/types";
import { Modal } from "@/ui/dialog/modal";
import { useListbox } from "@/ui/places/use-listbox";
import { useStableWhilePressed } from "@/ui/use-stable-while-pressed";
import classes from "./admin-shortcuts.module.css";
import { type Destination, useDestinations } from "./use-destinations";

const TYPING_PAUSE_MS = 200;
const LONGEST = 80;

interface CommandPaletteProps {
  role: UserType;
  onClose: () => void;
  /** Opens the list of keyboard shortcuts. */
  onKeys: () => void;
}

/** A combobox of all pages, records and actions that an admin can open. */
export function CommandPalette({ role, onClose, onKeys }: CommandPaletteProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [typed, setTyped] = useState("");
  const [search] = useDebouncedValue(typed.trim(), TYPING_PAUSE_MS);
  const { groups: latest, failed, searching } = useDestinations(role, typed, search);
  const { stableValue: groups, pressProps } = useStableWhilePressed(latest);
  const options: Destination[] = groups.flatMap(({ found }) => found);
  const go = (option: Destination) => {
    onClose();
    if ("run" in option) option.run();
    else void navigate(option.to, { state: option.state });
  };
  const list = useListbox({
    options,
    open: true,
    onOpen: () => undefined,
    onClose,
    onChoose: go,
    firstReady: true,
  });
  const statusText = searching
    ? t("palette.searching")
    : failed
      ? t("palette.failed")
      : t("palette.found", { number: options.length });

  return (
    <Modal
      opened
      onClose={onClose}
      title={t("palette.title")}
      size="lg"
      yOffset="10dvh"
      closeButtonProps={{ "aria-label": t("app.close") }}
    >
      <TextInput
        {...list.inputProps}
        className={classes.field ?? ""}
        size="md"
        aria-label={t("palette.label")}
        placeholder={t("palette.hint")}
        leftSection={<IconSearch size={18} aria-hidden="true" />}
        maxLength={LONGEST}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        data-autofocus
      />
      {options.length > 0 ? (
        <div
          {...pressProps}
          id={list.listId}
          role="listbox"
          aria-label={t("palette.label")}
          aria-busy={searching}
          className={classes.list}
        >
          {groups.map(({ id, label, found }) => (
            // biome-ignore lint/a11y/useSemanticElements: a group of listbox options is not a fieldset.
            <div key={id} role="group" aria-label={label}>
              <div className={classes.head} aria-hidden="true">
                {label}
              </div>
              {found.map((option) => {
                const index = options.indexOf(option);
                const Icon = option.icon;
                return (
                  // biome-ignore lint/a11y/useKeyWithClickEvents: the focus and the keyboard stay in the input.
                  // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the input.
                  <div
                    key={option.id}
                    id={list.optionId(index)}
                    role="option"
                    aria-selected={index === list.active}
                    data-active={index === list.active || undefined}
                    className={classes.option}
                    onMouseMove={() => index !== list.active && list.setActive(index)}
                    onMouseDown={(event) => event.preventDefault()}
                    onClick={() => go(option)}
                  >
                    <Icon size={18} aria-hidden="true" />
                    <span className={classes.text}>
                      <bdi>{option.label}</bdi>
                    </span>{" "}
                    <span className={classes.soft}>{option.detail}</span>
                  </div>
                );
              })}
            </div>
          ))}
        </div>
      ) : null}
      <div className={classes.status}>
        <p role="status">{statusText}</p>
        <Button variant="subtle" size="compact-sm" aria-haspopup="dialog" onClick={onKeys}>
          {t("keys.title")}
        </Button>
      </div>
    </Modal>
  );
}
