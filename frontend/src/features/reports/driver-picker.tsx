import { Button, Select } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconX } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { peopleSearchQuery } from "@/api/people";
import type { EarningDriver } from "@/api/types";
import { errorText } from "@/i18n/error-text";
import classes from "./reports.module.css";

const TYPING_PAUSE_MS = 200;
const MOST = 20;

interface DriverPickerProps {
  /** Who is chosen; the name is there once the report is. */
  driver: number | null;
  named: EarningDriver | null | undefined;
  onChange: (driver: number | null) => void;
}

/** Filters the report by one driver, with the search of the driver list. */
export function DriverPicker({ driver, named, onChange }: DriverPickerProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState("");
  // The name of who was just chosen is known before the report comes.
  const [chosen, setChosen] = useState<{ id: number; name: string } | null>(null);
  const known = chosen?.id === driver ? chosen : named?.id === driver ? named : null;
  const label = known?.name || `#${driver}`;
  const [asked] = useDebouncedValue(
    driver !== null && typed === label ? "" : typed.trim(),
    TYPING_PAUSE_MS,
  );
  const search = useQuery(peopleSearchQuery("drivers", asked, MOST));
  const found = search.data ?? [];
  const names = new Map(found.map(({ id, name }) => [String(id), name || `#${id}`]));
  if (driver !== null) names.set(String(driver), label);
  const plates = new Map(found.map((one) => [String(one.id), one.driver?.vehicle_number]));

  return (
    <div className={classes.who}>
      <Select
        size="sm"
        className={classes.picker ?? ""}
        label={t("reports.col_driver")}
        placeholder={t("reports.all_drivers")}
        data={[...names].map(([value, name]) => ({ value, label: name }))}
        value={driver === null ? null : String(driver)}
        onChange={(id) => {
          setChosen(id === null ? null : { id: Number(id), name: names.get(id) ?? "" });
          onChange(id === null ? null : Number(id));
        }}
        onSearchChange={setTyped}
        // The server has looked already, in more than the name.
        filter={({ options }) => options}
        searchable
        allowDeselect={false}
        nothingFoundMessage={search.isFetching ? t("app.loading") : t("history.nobody")}
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
      {driver !== null ? (
        <Button
          variant="light"
          size="sm"
          rightSection={<IconX size={16} aria-hidden="true" />}
          onClick={() => onChange(null)}
        >
          {t("reports.all_drivers")}
        </Button>
      ) : null}
    </div>
  );
}
