import { Select, type SelectProps } from "@mantine/core";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { Country } from "@/api/countries";
import { latinDigits } from "@/i18n/digits";
import classes from "./country-picker.module.css";

interface CountryPickerProps {
  countries: readonly Country[];
  /** ISO 3166-1 alpha-2. */
  value: string | undefined;
  onChange: (code: string) => void;
  label: string;
  disabled?: boolean;
}

const folded = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** Matches the name, the country code or the dial prefix. */
function countryMatches(country: Country, search: string): boolean {
  const wanted = folded(latinDigits(search)).trim();
  if (wanted === "" || country.code.toLowerCase() === wanted) return true;
  const digits = wanted.replace(/^\+/, "").replace(/[\s-]/g, "");
  if (/^\d+$/.test(digits)) return country.phone.replace(/\D/g, "").startsWith(digits);
  const name = folded(country.label);
  return (
    name.startsWith(wanted) || name.split(/[\s\-('’]+/).some((word) => word.startsWith(wanted))
  );
}

/** A searchable list of countries in the user's language. */
export function CountryPicker({ countries, value, onChange, label, disabled }: CountryPickerProps) {
  const { t } = useTranslation();
  const byCode = useMemo(
    () => new Map(countries.map((country) => [country.code, country])),
    [countries],
  );
  const data = useMemo(
    () => countries.map((country) => ({ value: country.code, label: country.label })),
    [countries],
  );
  const filter: SelectProps["filter"] = ({ options, search }) =>
    options.filter((option) => {
      const country = "value" in option ? byCode.get(String(option.value)) : undefined;
      // The selected name is not a search term.
      return (
        country && (search === byCode.get(value ?? "")?.label || countryMatches(country, search))
      );
    });

  return (
    <Select
      label={label}
      data={data}
      value={value ?? null}
      onChange={(code) => {
        if (code) onChange(code);
      }}
      searchable
      selectFirstOptionOnChange
      allowDeselect={false}
      filter={filter}
      nothingFoundMessage={t("phone.no_country")}
      maxDropdownHeight={280}
      autoComplete="off"
      disabled={disabled ?? false}
      onFocus={(event) => event.currentTarget.select()}
      renderOption={({ option }) => (
        <span className={classes.option}>
          <span dir="auto">{option.label}</span>
          <bdi className={classes.dial} dir="ltr">
            +{byCode.get(option.value)?.phone}
          </bdi>
        </span>
      )}
    />
  );
}
