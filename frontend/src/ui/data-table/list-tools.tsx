import { ActionIcon, Button, NativeSelect, TextInput } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import { IconAdjustmentsHorizontal, IconDownload, IconSearch, IconX } from "@tabler/icons-react";
import { type ReactNode, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { DateField } from "@/ui/dates/date-field";
import type { SearchBox } from "@/ui/use-search-box";
import classes from "./data-table.module.css";
import type { ListFilter } from "./types";
import type { ListState } from "./use-list-state";

interface ListToolsProps {
  state: ListState;
  searchBox: SearchBox;
  filters: readonly ListFilter[];
  searchable: boolean;
  onExport: (() => void) | undefined;
  children?: ReactNode;
}

/** The toolbar of a list: search, filters, views, columns and export. The slash key focuses the search. */
export function ListTools({
  state,
  searchBox,
  filters,
  searchable,
  onExport,
  children,
}: ListToolsProps) {
  const { t } = useTranslation();
  const { chosen, filtered, setFilter, clear } = state;
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
          {...searchBox.field}
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
              onChange={(event) => setFilter(name, event.currentTarget.value)}
            />
          ) : null,
        )}
        {dates.length > 0 ? (
          <div className={classes.dates}>
            {dates.map(({ name, label }) => (
              <DateField
                key={name}
                size="sm"
                label={label}
                classNames={{ label: classes.label ?? "" }}
                data-set={chosen[name] ? true : undefined}
                value={chosen[name] ?? ""}
                onChange={(day) => setFilter(name, day)}
              />
            ))}
          </div>
        ) : null}
      </div>
      {filtered ? (
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
      <div className={classes.buttons}>
        {children}
        {onExport ? (
          <ActionIcon
            variant="default"
            size="input-sm"
            aria-label={t("history.export")}
            title={t("history.export")}
            aria-haspopup="dialog"
            onClick={onExport}
          >
            <IconDownload size={18} aria-hidden="true" />
          </ActionIcon>
        ) : null}
      </div>
    </div>
  );
}
