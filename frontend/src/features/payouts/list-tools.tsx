import { Button, SegmentedControl, TextInput } from "@mantine/core";
import { useDebouncedCallback, useHotkeys } from "@mantine/hooks";
import { IconSearch, IconX } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { LookMenu } from "@/ui/office-table/look-menu";
import type { TableLook } from "@/ui/office-table/use-table-look";
import { ViewsMenu } from "@/ui/office-table/views-menu";
import classes from "./payouts.module.css";
import { type Filters, TABS } from "./use-withdrawal-filters";

const TYPING_PAUSE_MS = 250;

interface ListToolsProps {
  filters: Filters;
  look: TableLook;
  columns: readonly { id: string; label: string }[];
}

/** Above the list: which withdrawals, whose, of which days. The slash goes to the search. */
export function ListTools({ filters, look, columns }: ListToolsProps) {
  const { t } = useTranslation();
  const { tab, search, from, to, batch, set } = filters;
  const [typed, setTyped] = useState(search);
  const findSoon = useDebouncedCallback((text: string) => set({ q: text }), TYPING_PAUSE_MS);
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
        aria-label={t("payouts.which")}
        value={tab}
        onChange={(value) => set({ show: value === "requested" ? "" : value })}
        data={TABS.map((value) => ({ value, label: t(`payouts.tab_${value}`) }))}
      />
      <TextInput
        ref={box}
        className={classes.search ?? ""}
        size="sm"
        type="search"
        aria-label={t("payouts.search")}
        placeholder={t("payouts.search")}
        leftSection={<IconSearch size={18} aria-hidden="true" />}
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          findSoon(event.currentTarget.value.trim());
        }}
      />
      <TextInput
        size="sm"
        type="date"
        label={t("history.from")}
        classNames={{ label: classes.label ?? "" }}
        value={from}
        max={to || undefined}
        onChange={(event) => set({ from: event.currentTarget.value })}
      />
      <TextInput
        size="sm"
        type="date"
        label={t("history.to")}
        classNames={{ label: classes.label ?? "" }}
        value={to}
        min={from || undefined}
        onChange={(event) => set({ to: event.currentTarget.value })}
      />
      <ViewsMenu
        name="withdraws"
        state={{ query: filters.query, show: filters.showView }}
        look={look}
      />
      <LookMenu look={look} columns={columns} />
      {batch ? (
        <Button
          variant="filled"
          rightSection={<IconX size={16} aria-hidden="true" />}
          onClick={() => set({ batch: "" })}
        >
          {t("payouts.file_number", { number: batch })}
        </Button>
      ) : null}
    </div>
  );
}
