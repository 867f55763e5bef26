import { Select } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { dashboardDriversQuery } from "@/api/dashboard";
import { ridersQuery } from "@/api/riders";
import type { BookingRow } from "@/api/types";
import type { FilterField } from "@/ui/data-table/types";

const TYPING_PAUSE_MS = 250;
const MAX_RESULTS = 30;

type PersonFilterProps = FilterField<BookingRow>;

type Option = { value: string; label: string };

/** Returns each person once. The chosen person is kept even if the name is unknown. */
function options(people: Iterable<readonly [number, string]>, chosen: string): Option[] {
  const names = new Map(people);
  if (chosen && !names.has(Number(chosen))) names.set(Number(chosen), `#${chosen}`);
  return [...names].map(([id, name]) => ({ value: String(id), label: name }));
}

/** Filters by driver: the active drivers, and those in the table. */
export function DriverFilter({ value, set, rows }: PersonFilterProps) {
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
      data={options(people, value)}
      value={value || null}
      onChange={(chosen) => set(chosen ?? "")}
      limit={MAX_RESULTS}
      searchable
      clearable
      nothingFoundMessage={t("history.no_results")}
    />
  );
}

/** Filters by rider: a search if the viewer may search riders, otherwise the riders in the table. */
export function RiderFilter({
  value,
  set,
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
      data={options(people, value)}
      value={value || null}
      onChange={(chosen) => set(chosen ?? "")}
      onSearchChange={setTyped}
      limit={MAX_RESULTS}
      searchable
      clearable
      nothingFoundMessage={t("history.no_results")}
    />
  );
}
