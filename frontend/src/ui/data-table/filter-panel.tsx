import { Button, MultiSelect, NativeSelect } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { DateField } from "@/ui/dates/date-field";
import classes from "./data-table.module.css";
import type { BoundFilter } from "./types";

interface FilterPanelProps {
  filters: readonly BoundFilter[];
  onClear: () => void;
}

/** A panel of labelled filters. A change applies at once. */
export function FilterPanel({ filters, onClear }: FilterPanelProps) {
  const { t } = useTranslation();
  return (
    <section className={classes.panel} aria-label={t("history.filters")}>
      {filters.map((filter) => (
        <PanelFilter key={filter.name} {...filter} />
      ))}
      {filters.some(({ value }) => value) ? (
        <Button variant="subtle" className={classes.clear ?? ""} onClick={onClear}>
          {t("history.clear_filters")}
        </Button>
      ) : null}
    </section>
  );
}

function PanelFilter({ label, kind, options, value, set, min, max, field }: BoundFilter) {
  const { t } = useTranslation();
  if (kind === "field") return field;
  if (kind === "date") {
    return <DateField label={label} value={value} min={min} max={max} onChange={set} />;
  }
  if (kind === "select") {
    return (
      <NativeSelect
        label={label}
        data={[{ value: "", label: t("history.any") }, ...options]}
        value={value}
        onChange={(event) => set(event.currentTarget.value)}
      />
    );
  }
  return (
    <MultiSelect
      className={classes.wide ?? ""}
      size="md"
      label={label}
      placeholder={value ? "" : t("history.any")}
      data={[...options]}
      value={value ? value.split(",") : []}
      onChange={(values) => set(values.join(","))}
      clearable
      hidePickedOptions
    />
  );
}
