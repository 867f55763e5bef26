import { Button, SegmentedControl, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { WalletHistoryFilters } from "@/api/payments";
import { DateField } from "@/ui/dates/date-field";
import classes from "./wallet.module.css";

const TYPES = ["all", "Credit", "Debit", "Withdraw"] as const;

interface HistoryFiltersProps {
  filters: WalletHistoryFilters;
  onChange: (filters: WalletHistoryFilters) => void;
}

/** The filters of the history; each applies at once. */
export function HistoryFilters({ filters, onChange }: HistoryFiltersProps) {
  const { t } = useTranslation();
  const set = (name: keyof WalletHistoryFilters, value: string) => {
    const { [name]: _, ...others } = filters;
    onChange(value ? { ...others, [name]: value } : others);
  };
  return (
    <section className={classes.panel} aria-label={t("history.filters")}>
      <SegmentedControl
        className={classes.types ?? ""}
        aria-label={t("payouts.type")}
        value={filters.type ?? "all"}
        onChange={(value) => set("type", value === "all" ? "" : value)}
        data={TYPES.map((value) => ({ value, label: t(`payouts.type_${value}`) }))}
      />
      <DateField
        label={t("history.from")}
        value={filters.from ?? ""}
        max={filters.to}
        onChange={(day) => set("from", day)}
      />
      <DateField
        label={t("history.to")}
        value={filters.to ?? ""}
        min={filters.from}
        onChange={(day) => set("to", day)}
      />
      <TextInput
        type="search"
        label={t("payouts.reference")}
        maxLength={60}
        value={filters.search ?? ""}
        onChange={(event) => set("search", event.currentTarget.value)}
      />
      <Button variant="subtle" onClick={() => onChange({})}>
        {t("history.clear_filters")}
      </Button>
    </section>
  );
}
