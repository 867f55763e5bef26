import { Button, Kbd, TextInput } from "@mantine/core";
import { IconPlus, IconSearch } from "@tabler/icons-react";
import type { ReactNode, RefObject } from "react";
import { useTranslation } from "react-i18next";
import classes from "./desk.module.css";
import { DeskLookMenu } from "./look-menu";
import type { DeskLook } from "./use-desk-look";

interface DeskHeaderProps {
  search: RefObject<HTMLInputElement | null>;
  filter: string;
  onFilter: (text: string) => void;
  look: DeskLook;
  sound: ReactNode;
  /** The board does not list all open bookings. */
  more: boolean;
  /** Opens the booking form; undefined for users who may not book. */
  onNew: (() => void) | undefined;
}

/** The board's title, filter and tools. */
export function DeskHeader({
  search,
  filter,
  onFilter,
  look,
  sound,
  more,
  onNew,
}: DeskHeaderProps) {
  const { t } = useTranslation();
  return (
    <header className={classes.header}>
      <h1>{t("desk.title")}</h1>
      {more ? <p className={classes.soft}>{t("desk.more")}</p> : null}
      <TextInput
        ref={search}
        type="search"
        size="sm"
        className={classes.filter ?? ""}
        aria-label={t("desk.filter")}
        placeholder={t("desk.filter")}
        leftSection={<IconSearch size={16} aria-hidden="true" />}
        rightSection={
          filter ? null : (
            <Kbd size="xs" aria-hidden="true">
              /
            </Kbd>
          )
        }
        value={filter}
        onChange={(event) => onFilter(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape") onFilter("");
          // Back to the board, with the first match.
          if (event.key === "Escape" || event.key === "Enter") event.currentTarget.blur();
        }}
      />
      <DeskLookMenu look={look} sound={sound} />
      {onNew ? (
        <Button
          onClick={onNew}
          aria-haspopup="dialog"
          size="sm"
          variant="lamp"
          aria-keyshortcuts="N"
          leftSection={<IconPlus size={16} aria-hidden="true" />}
          rightSection={
            <Kbd size="xs" aria-hidden="true">
              N
            </Kbd>
          }
        >
          {t("desk.new")}
        </Button>
      ) : null}
    </header>
  );
}
