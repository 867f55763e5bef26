import { Select } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { dashboardDriversQuery } from "@/api/dashboard";
import { ridersQuery } from "@/api/riders";
import type { BookingRow } from "@/api/types";
import type { Filters } from "./use-filters";

const TYPING_PAUSE_MS = 250;
const MOST = 30;

interface PersonFilterProps {
  filters: Filters;
  rows: readonly BookingRow[];
}

type Option = { value: string; label: string };

/** Each person once; the chosen one stays in the list even when the name is unknown. */
function options(people: Iterable<readonly [number, string]>, chosen: number | null): Option[] {
  const names = new Map(people);
  if (chosen !== null && !names.has(chosen)) names.set(chosen, `#${chosen}`);
  return [...names].map(([id, name]) => ({ value: String(id), label: name }));
}

/** Drivers at work, and those in the table. */
export function DriverFilter({ filters, rows }: PersonFilterProps) {
  const { t } = useTranslation();
  const working = useQuery(dashboardDriversQuery());
  const people = [
    ...(working.data ?? []).map(({ id, name }) => [id, name] as const),
    ...rows.flatMap(({ driver_id, driver_name }) =>
      driver_id && driver_name ? [[driver_id, driver_name] as const] : [],
    ),
  ];
  return (
    <Select
      label={t("bookings.driver")}
      placeholder={t("history.any")}
      data={options(people, filters.driver)}
      value={filters.driver === null ? null : String(filters.driver)}
      onChange={(chosen) => filters.setFilter("driver", chosen ?? "")}
      limit={MOST}
      searchable
      clearable
      nothingFoundMessage={t("history.nobody")}
    />
  );
}

/** Riders by what is typed, where the viewer may look them up; else those in the table. */
export function RiderFilter({
  filters,
  rows,
  searches,
}: PersonFilterProps & { searches: boolean }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState("");
  const [search] = useDebouncedValue(typed.trim(), TYPING_PAUSE_MS);
  const found = useQuery({ ...ridersQuery(search), enabled: searches });
  const people = [
    ...(found.data ?? []).map(({ id, name }) => [id, name] as const),
    ...rows.flatMap(({ customer_id, customer_name }) =>
      customer_id ? [[customer_id, customer_name] as const] : [],
    ),
  ];
  return (
    <Select
      label={t("bookings.customer")}
      placeholder={t("history.any")}
      data={options(people, filters.rider)}
      value={filters.rider === null ? null : String(filters.rider)}
      onChange={(chosen) => filters.setFilter("rider", chosen ?? "")}
      onSearchChange={setTyped}
      limit={MOST}
      searchable
      clearable
      nothingFoundMessage={t("history.nobody")}
    />
  );
}
