import { Autocomplete, type AutocompleteProps } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { languageInfo } from "@/i18n/languages";
import { formatTime, QUARTERS, readTime } from "./time-text";
import { useTyped } from "./use-typed";

interface TimeFieldProps extends Omit<AutocompleteProps, "value" | "onChange" | "data"> {
  /** "14:05", or "" for none. */
  value: string;
  onChange: (time: string) => void;
}

/** Returns all quarters of an hour, starting with the one that contains the time. */
function quartersFrom(time: string): string[] {
  const next = QUARTERS.findIndex((quarter) => quarter > time);
  const first = next > 0 ? next - 1 : next === 0 || !time ? 0 : QUARTERS.length - 1;
  return [...QUARTERS.slice(first), ...QUARTERS.slice(0, first)];
}

/** A time of day, typed or selected from a list, on the 12-hour or 24-hour clock of the app's language. */
export function TimeField({ value, onChange, error, ...field }: TimeFieldProps) {
  const { t, i18n } = useTranslation();
  const locale = languageInfo(i18n.language).dateLocale;
  const show = (time: string) => formatTime(time, locale);
  const typed = useTyped({
    value,
    show,
    read: (text, whole) => readTime(text, locale, whole),
    onChange,
    onInvalid: () => onChange(""),
  });
  return (
    <Autocomplete
      {...field}
      data={quartersFrom(value).map(show)}
      // The list always has all options: the text is the selected time, not a search.
      filter={({ options }) => options}
      maxDropdownHeight={220}
      selectFirstOptionOnChange={false}
      comboboxProps={{ zIndex: 1100 }}
      autoComplete="off"
      value={typed.shown}
      data-invalid-date={typed.invalid || undefined}
      error={typed.invalid ? t("dates.unreadable_time", { example: show("14:30") }) : error}
      onChange={typed.type}
      onOptionSubmit={(text) => typed.choose(readTime(text, locale) ?? "")}
      onFocus={typed.onFocus}
      onBlur={typed.onBlur}
      onKeyDown={(event) => {
        if (event.key === "Enter") typed.settle();
      }}
    />
  );
}
