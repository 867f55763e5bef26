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
  words: SearchBox;
  /** Beside the doors to columns and files. */
  views?: ReactNode;
  panel: { opened: boolean; toggle: () => void };
  onColumns: () => void;
  onExport: () => void;
}

/** Above the list: which bookings, which words, and the doors to filters, columns and files. */
export function ListTools({ filters, words, views, panel, onColumns, onExport }: ListToolsProps) {
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
        {...words.field}
      />
      <div className={classes.doors}>
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
          onClick={onColumns}
        >
          <IconColumns3 size={18} aria-hidden="true" />
        </ActionIcon>
        <ActionIcon
          variant="default"
          size="input-sm"
          aria-label={t("history.export")}
          title={t("history.export")}
          onClick={onExport}
        >
          <IconDownload size={18} aria-hidden="true" />
        </ActionIcon>
      </div>
    </div>
  );
}
