import { Select, type SelectProps } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { peopleSearchQuery } from "@/api/people";
import { errorText } from "@/i18n/error-text";

const TYPING_PAUSE_MS = 200;
const MAX_RESULTS = 20;

interface DriverSelectProps extends Pick<SelectProps, "error"> {
  value: string | null;
  onChange: (id: string | null) => void;
}

/** Selects a driver, searched by name, email or phone; fleet admins find those of their fleet. */
export function DriverSelect({ value, onChange, error }: DriverSelectProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState("");
  const [name, setName] = useState("");
  const [debounced] = useDebouncedValue(typed === name ? "" : typed.trim(), TYPING_PAUSE_MS);
  const search = useQuery(peopleSearchQuery("drivers", debounced, MAX_RESULTS));
  const found = (search.data ?? []).map((one) => ({
    value: String(one.id),
    label: one.name || `#${one.id}`,
  }));
  const chosen = value && found.every((one) => one.value !== value) ? [{ value, label: name }] : [];
  return (
    <Select
      label={t("fleet.subject_driver")}
      data={[...chosen, ...found]}
      value={value}
      onChange={(id, option) => {
        setName(option?.label ?? "");
        onChange(id);
      }}
      onSearchChange={setTyped}
      // The server has already filtered, by more than the name.
      filter={({ options }) => options}
      searchable
      clearable
      nothingFoundMessage={search.isFetching ? t("app.loading") : t("history.no_results")}
      error={search.error ? errorText(search.error, t) : error}
      data-autofocus
    />
  );
}
