import { Button, SegmentedControl, TextInput } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import { IconSearch, IconX } from "@tabler/icons-react";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { LookMenu } from "@/ui/data-table/look-menu";
import type { TableLook } from "@/ui/data-table/use-table-look";
import { ViewsMenu } from "@/ui/data-table/views-menu";
import { DateField } from "@/ui/dates/date-field";
import type { SearchBox } from "@/ui/use-search-box";
import classes from "./payouts.module.css";
import { type Filters, TABS } from "./use-withdrawal-filters";

interface ListToolsProps {
  filters: Filters;
  searchBox: SearchBox;
  look: TableLook;
  columns: readonly { id: string; label: string }[];
}

/** Above the list: which withdrawals, whose, of which days. The slash goes to the search. */
export function ListTools({ filters, searchBox, look, columns }: ListToolsProps) {
  const { t } = useTranslation();
  const { tab, from, to, batch, set } = filters;
  const box = useRef<HTMLInputElement>(null);
  useHotkeys([["/", () => box.current?.focus()]]);

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
        {...searchBox.field}
      />
      <DateField
        size="sm"
        label={t("history.from")}
        classNames={{ label: classes.label ?? "" }}
        value={from}
        max={to || undefined}
        onChange={(day) => set({ from: day })}
      />
      <DateField
        size="sm"
        label={t("history.to")}
        classNames={{ label: classes.label ?? "" }}
        value={to}
        min={from || undefined}
        onChange={(day) => set({ to: day })}
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
