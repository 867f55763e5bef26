import { Select } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { peopleSearchQuery } from "@/api/people";
import type { DriverEarningsReport, DriverEarningsRow } from "@/api/types";
import { errorText } from "@/i18n/error-text";
import type { FilterField } from "@/ui/data-table/types";
import classes from "./reports.module.css";

const TYPING_PAUSE_MS = 200;
const MAX_RESULTS = 20;

/** Filters the report by one driver, with the search of the list of drivers. */
export function DriverPicker({
  value,
  set,
  first,
}: FilterField<DriverEarningsRow, DriverEarningsReport>) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState("");
  const driver = value ? Number(value) : null;
  const named = first?.driver;
  // The chosen driver's name is known before the report has loaded.
  const [chosen, setChosen] = useState<{ id: number; name: string } | null>(null);
  const known = chosen?.id === driver ? chosen : named?.id === driver ? named : null;
  const label = known?.name || `#${driver}`;
  const [searched] = useDebouncedValue(
    driver !== null && typed === label ? "" : typed.trim(),
    TYPING_PAUSE_MS,
  );
  const search = useQuery(peopleSearchQuery("drivers", searched, MAX_RESULTS));
  const found = search.data ?? [];
  const names = new Map(found.map(({ id, name }) => [String(id), name || `#${id}`]));
  if (driver !== null) names.set(String(driver), label);
  const plates = new Map(found.map((one) => [String(one.id), one.driver?.vehicle_number]));

  return (
    <Select
      size="sm"
      className={classes.picker ?? ""}
      label={t("reports.col_driver")}
      placeholder={t("reports.all_drivers")}
      data={[...names].map(([value, name]) => ({ value, label: name }))}
      value={driver === null ? null : String(driver)}
      onChange={(id) => {
        setChosen(id === null ? null : { id: Number(id), name: names.get(id) ?? "" });
        set(id ?? "");
      }}
      onSearchChange={setTyped}
      // The server has already filtered, by more than the name.
      filter={({ options }) => options}
      searchable
      clearable
      nothingFoundMessage={search.isFetching ? t("app.loading") : t("history.no_results")}
      error={search.error ? errorText(search.error, t) : undefined}
      renderOption={({ option }) => (
        <span className={classes.option}>
          <bdi>{option.label}</bdi>
          <bdi className={classes.plate} dir="ltr">
            {plates.get(option.value)}
          </bdi>
        </span>
      )}
    />
  );
}
