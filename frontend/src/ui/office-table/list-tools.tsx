import { ActionIcon, Button, NativeSelect, TextInput } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import { IconAdjustmentsHorizontal, IconDownload, IconSearch, IconX } from "@tabler/icons-react";
import { type ReactNode, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { SearchBox } from "@/ui/use-search-box";
import classes from "./office-table.module.css";
import type { ListFilter } from "./types";
import type { ListState } from "./use-list-state";

interface ListToolsProps {
  state: ListState;
  words: SearchBox;
  filters: readonly ListFilter[];
  searchable: boolean;
  onExport: (() => void) | undefined;
  children?: ReactNode;
}

/** Above a list: words, filters, and the doors to views, columns and files. The slash goes to the words. */
export function ListTools({
  state,
  words,
  filters,
  searchable,
  onExport,
  children,
}: ListToolsProps) {
  const { t } = useTranslation();
  const { chosen, narrowed, narrow, clear } = state;
  const box = useRef<HTMLInputElement>(null);
  // On a phone only; a wide screen has room for them.
  const [unfolded, setUnfolded] = useState(false);
  const folded = useId();
  const dates = filters.filter(({ kind }) => kind === "date");
  const count = filters.filter(({ name }) => chosen[name]).length;
  useHotkeys([["/", () => box.current?.focus()]]);

  return (
    <div className={classes.tools}>
      {searchable ? (
        <TextInput
          ref={box}
          className={classes.search ?? ""}
          size="sm"
          type="search"
          aria-label={t("list.search")}
          placeholder={t("list.search")}
          leftSection={<IconSearch size={18} aria-hidden="true" />}
          {...words.field}
        />
      ) : null}
      {filters.length > 0 ? (
        <Button
          className={classes.fold ?? ""}
          size="sm"
          variant="default"
          aria-expanded={unfolded}
          aria-controls={folded}
          leftSection={<IconAdjustmentsHorizontal size={18} aria-hidden="true" />}
          onClick={() => setUnfolded(!unfolded)}
        >
          {count > 0 ? t("history.filters_on", { count }) : t("history.filters")}
        </Button>
      ) : null}
      <div id={folded} className={classes.filters} data-unfolded={unfolded || undefined}>
        {filters.map(({ name, label, kind, options }) =>
          kind === "select" ? (
            <NativeSelect
              key={name}
              size="sm"
              aria-label={label}
              data={[{ value: "", label }, ...(options ?? [])]}
              data-set={chosen[name] ? true : undefined}
              value={chosen[name] ?? ""}
              onChange={(event) => narrow(name, event.currentTarget.value)}
            />
          ) : null,
        )}
        {dates.length > 0 ? (
          <div className={classes.dates}>
            {dates.map(({ name, label }) => (
              <TextInput
                key={name}
                size="sm"
                type="date"
                label={label}
                classNames={{ label: classes.label ?? "" }}
                data-set={chosen[name] ? true : undefined}
                value={chosen[name] ?? ""}
                onChange={(event) => narrow(name, event.currentTarget.value)}
              />
            ))}
          </div>
        ) : null}
      </div>
      {narrowed ? (
        <Button
          size="sm"
          variant="subtle"
          color="gray"
          leftSection={<IconX size={16} aria-hidden="true" />}
          onClick={clear}
        >
          {t("history.clear_filters")}
        </Button>
      ) : null}
      <div className={classes.doors}>
        {children}
        {onExport ? (
          <ActionIcon
            variant="default"
            size="input-sm"
            aria-label={t("history.export")}
            title={t("history.export")}
            onClick={onExport}
          >
            <IconDownload size={18} aria-hidden="true" />
          </ActionIcon>
        ) : null}
      </div>
    </div>
  );
}
