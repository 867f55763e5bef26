import { ActionIcon, Button, SegmentedControl, TextInput } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import { IconAdjustments, IconColumns3, IconDownload, IconSearch } from "@tabler/icons-react";
import { type ReactNode, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { SearchBox } from "@/ui/use-search-box";
import classes from "./bookings-page.module.css";
import { type Filters, TABS, type Tab } from "./use-filters";

interface ListToolsProps {
  filters: Filters;
  searchBox: SearchBox;
  /** Beside the buttons for columns and export. */
  views?: ReactNode;
  panel: { opened: boolean; toggle: () => void };
  onColumns: () => void;
  onExport: () => void;
}

/** The toolbar of the list: tabs, search, filters, columns and export. */
export function ListTools({
  filters,
  searchBox,
  views,
  panel,
  onColumns,
  onExport,
}: ListToolsProps) {
  const { t } = useTranslation();
  const { tab, count, show } = filters;
  const box = useRef<HTMLInputElement>(null);
  useHotkeys([["/", () => box.current?.focus()]]);

  return (
    <div className={classes.tools}>
      <SegmentedControl
        className={classes.tabs ?? ""}
        aria-label={t("bookings.show")}
        value={tab}
        onChange={(value) => show(value as Tab)}
        data={TABS.map((value) => ({ value, label: t(`bookings.tab_${value}`) }))}
      />
      <TextInput
        ref={box}
        className={classes.search ?? ""}
        type="search"
        aria-label={t("bookings.search_label")}
        placeholder={t("bookings.search_hint")}
        leftSection={<IconSearch size={18} aria-hidden="true" />}
        {...searchBox.field}
      />
      <div className={classes.buttons}>
        <Button
          variant={count > 0 ? "filled" : "default"}
          leftSection={<IconAdjustments size={18} aria-hidden="true" />}
          aria-expanded={panel.opened}
          onClick={panel.toggle}
        >
          {count > 0 ? t("history.filters_on", { count }) : t("history.filters")}
        </Button>
        {views}
        <ActionIcon
          variant="default"
          size="input-sm"
          aria-label={t("history.columns")}
          title={t("history.columns")}
          aria-haspopup="dialog"
          onClick={onColumns}
        >
          <IconColumns3 size={18} aria-hidden="true" />
        </ActionIcon>
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
      </div>
    </div>
  );
}
