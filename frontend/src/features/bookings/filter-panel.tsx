import { Button, MultiSelect, Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { carTypesQuery } from "@/api/catalogue";
import type { BookingRow, UserType } from "@/api/types";
import { DateField } from "@/ui/dates/date-field";
import classes from "./filter-panel.module.css";
import { DriverFilter, RiderFilter } from "./person-filters";
import { type Filters, MODES, STATUSES } from "./use-filters";

interface FilterPanelProps {
  filters: Filters;
  role: UserType | null;
  /** What is in the table now: people in it can be chosen by name. */
  rows: readonly BookingRow[];
}

/** The finer filters, each of which takes hold at once. */
export function FilterPanel({ filters, role, rows }: FilterPanelProps) {
  const { t } = useTranslation();
  const cars = useQuery(carTypesQuery());
  const { setFilter } = filters;
  const office = role === "admin" || role === "fleetadmin";

  return (
    <section className={classes.panel} aria-label={t("history.filters")}>
      <MultiSelect
        className={classes.statuses ?? ""}
        size="md"
        label={t("bookings.status")}
        placeholder={filters.statuses.length === 0 ? t("history.any") : ""}
        data={STATUSES.map((value) => ({ value, label: t(`status.${value}`) }))}
        value={[...filters.statuses]}
        onChange={(chosen) => setFilter("status", chosen.join(","))}
        clearable
        hidePickedOptions
      />
      <DateField
        label={t("history.from")}
        value={filters.from}
        max={filters.to}
        onChange={(day) => setFilter("from", day)}
      />
      <DateField
        label={t("history.to")}
        value={filters.to}
        min={filters.from}
        onChange={(day) => setFilter("to", day)}
      />
      <Select
        label={t("bookings.car_type")}
        placeholder={t("history.any")}
        data={(cars.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
        value={filters.car === null ? null : String(filters.car)}
        onChange={(chosen) => setFilter("car", chosen ?? "")}
        clearable
      />
      <Select
        label={t("history.col_payment_mode")}
        placeholder={t("history.any")}
        data={MODES.map((value) => ({ value, label: t(`history.mode_${value}`) }))}
        value={filters.pay || null}
        onChange={(chosen) => setFilter("pay", chosen ?? "")}
        clearable
      />
      {office ? (
        <>
          <DateField
            label={t("history.settled_from")}
            value={filters.settledFrom}
            max={filters.settledTo}
            onChange={(day) => setFilter("settled_from", day)}
          />
          <DateField
            label={t("history.settled_to")}
            value={filters.settledTo}
            min={filters.settledFrom}
            onChange={(day) => setFilter("settled_to", day)}
          />
          <DriverFilter filters={filters} rows={rows} />
          <RiderFilter filters={filters} rows={rows} searches={role === "admin"} />
        </>
      ) : null}
      {filters.count > 0 ? (
        <Button variant="subtle" className={classes.clear ?? ""} onClick={filters.clearPanel}>
          {t("history.clear_filters")}
        </Button>
      ) : null}
    </section>
  );
}
