import { ActionIcon, Button, SegmentedControl, TextInput } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import { IconAdjustmentsHorizontal, IconDownload, IconSearch, IconX } from "@tabler/icons-react";
import { type ReactNode, Suspense, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { lazy } from "@/ui/lazy";
import type { SearchBox } from "@/ui/use-search-box";
import classes from "./data-table.module.css";
import { InlineFilters } from "./inline-filters";
import type { ListFilter, ListTabs } from "./types";
import type { ListState } from "./use-list-state";

const FilterPanel = lazy(async () => ({ default: (await import("./filter-panel")).FilterPanel }));

interface ListToolsProps<Row, Page> {
  state: ListState;
  searchBox: SearchBox;
  lead: ReactNode;
  tabs: ListTabs | undefined;
  filters: readonly ListFilter<Row, Page>[];
  /** The filters are in a panel below the toolbar. */
  panel: boolean;
  rows: readonly Row[];
  first: Page | undefined;
  searchable: boolean;
  searchTexts: { label: string; hint: string } | undefined;
  onExport: (() => void) | undefined;
  children?: ReactNode;
}

/** The toolbar of a list: tabs, search, filters, views, columns and export. The slash key focuses the search. */
export function ListTools<Row, Page>(props: ListToolsProps<Row, Page>) {
  const { state, searchBox, tabs, filters, panel, rows, first, searchTexts, onExport } = props;
  const { t } = useTranslation();
  const box = useRef<HTMLInputElement>(null);
  const count = Object.keys(state.chosen).length;
  const [opened, setOpened] = useState<boolean | null>(null);
  // Show the panel if a link or a row's menu has set a filter.
  if (opened === null && panel && count > 0) setOpened(true);
  const id = useId();
  const bound = filters.map(({ name, label, kind, options = [], since, until, render }) => {
    const value = state.chosen[name] ?? "";
    const set = (next: string) => state.setFilter(name, next);
    const min = since ? state.chosen[since] : undefined;
    const max = until ? state.chosen[until] : undefined;
    const field = render?.({ value, set, rows, first });
    return { name, label, kind, options, value, set, min, max, field };
  });
  useHotkeys([["/", () => box.current?.focus()]]);

  return (
    <>
      <div className={classes.toolbar}>
        {props.lead}
        {tabs ? (
          <SegmentedControl
            className={classes.tabs ?? ""}
            aria-label={tabs.label}
            value={state.tab}
            onChange={state.showTab}
            data={tabs.options.map(({ value, label }) => ({ value, label }))}
          />
        ) : null}
        {props.searchable ? (
          <TextInput
            ref={box}
            className={classes.search ?? ""}
            size="sm"
            type="search"
            aria-label={searchTexts?.label ?? t("list.search")}
            placeholder={searchTexts?.hint ?? t("list.search")}
            leftSection={<IconSearch size={18} aria-hidden="true" />}
            {...searchBox.field}
          />
        ) : null}
        {filters.length > 0 ? (
          <Button
            className={panel ? "" : (classes.filterToggle ?? "")}
            size="sm"
            variant={panel && count > 0 ? "filled" : "default"}
            aria-expanded={opened === true}
            aria-controls={id}
            leftSection={<IconAdjustmentsHorizontal size={18} aria-hidden="true" />}
            onClick={() => setOpened(!opened)}
          >
            {count > 0 ? t("history.filters_on", { count }) : t("history.filters")}
          </Button>
        ) : null}
        {panel ? null : <InlineFilters id={id} filters={bound} unfolded={opened === true} />}
        {state.filtered && !panel ? (
          <Button
            size="sm"
            variant="subtle"
            color="gray"
            leftSection={<IconX size={16} aria-hidden="true" />}
            onClick={state.clear}
          >
            {t("history.clear_filters")}
          </Button>
        ) : null}
        <div className={classes.buttons}>
          {props.children}
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
      {panel ? (
        <div id={id}>
          <Suspense fallback={null}>
            {opened ? <FilterPanel filters={bound} onClear={state.clearFilters} /> : null}
          </Suspense>
        </div>
      ) : null}
    </>
  );
}
