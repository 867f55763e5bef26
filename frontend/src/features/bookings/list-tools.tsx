import { ActionIcon, Button, SegmentedControl, TextInput } from "@mantine/core";
import { useDebouncedCallback, useHotkeys } from "@mantine/hooks";
import { IconAdjustments, IconColumns3, IconDownload, IconSearch } from "@tabler/icons-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import classes from "./bookings-page.module.css";
import { type Filters, TABS, type Tab } from "./use-filters";

const TYPING_PAUSE_MS = 250;

interface ListToolsProps {
  filters: Filters;
  /** Beside the doors to columns and files. */
  views?: ReactNode;
  panel: { opened: boolean; toggle: () => void };
  onColumns: () => void;
  onExport: () => void;
}

/** Above the list: which bookings, which words, and the doors to filters, columns and files. */
export function ListTools({ filters, views, panel, onColumns, onExport }: ListToolsProps) {
  const { t } = useTranslation();
  const { tab, search, count, show, find } = filters;
  const [typed, setTyped] = useState(search);
  const findSoon = useDebouncedCallback(find, TYPING_PAUSE_MS);
  const box = useRef<HTMLInputElement>(null);
  useHotkeys([["/", () => box.current?.focus()]]);
  // Cleared from elsewhere.
  useEffect(() => {
    if (search === "") setTyped("");
  }, [search]);

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
        aria-label={t("bookings.search")}
        placeholder={t("bookings.search_hint")}
        leftSection={<IconSearch size={18} aria-hidden="true" />}
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          findSoon(event.currentTarget.value.trim());
        }}
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
