import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { type Country, countriesQuery, startingCountry } from "@/api/countries";
import { CountryPicker } from "./country-picker";
import classes from "./mobile-fields.module.css";
import { PhoneInput } from "./phone-input";
import { PlainButton } from "./plain-button";

/** The input: the code of a selected country, and the typed number. */
export interface MobileEntry {
  country: string | undefined;
  number: string;
}

export const NO_MOBILE: MobileEntry = { country: undefined, number: "" };

/** Returns the countries, and the selected or default one. */
export function useMobileCountry(picked: string | undefined, wanted: string | undefined) {
  const { i18n } = useTranslation();
  const query = useQuery(countriesQuery(i18n.language));
  const countries = query.data ?? [];
  const country: Country | undefined =
    countries.find(({ code }) => code === picked) ??
    startingCountry(countries, wanted, navigator.languages ?? []);
  return { countries, country, query };
}

interface MobileFieldsProps {
  entry: MobileEntry;
  onChange: (entry: MobileEntry) => void;
  place: ReturnType<typeof useMobileCountry>;
  /** Without it the country is the operator's, and only its prefix is shown. */
  pickCountry?: boolean;
  label: string;
  description?: string | undefined;
  error?: string | boolean;
  required?: boolean;
}

/** A mobile number: a country select, then the number. */
export function MobileFields(props: MobileFieldsProps) {
  const { entry, onChange, place, pickCountry = true } = props;
  const { t } = useTranslation();
  const { countries, country, query } = place;
  return (
    <>
      {pickCountry && query.isPending ? (
        <div>
          <div className={classes.label}>{t("auth.country")}</div>
          <Skeleton height={42} radius="md" />
        </div>
      ) : null}
      {pickCountry && query.isError ? (
        <div className={classes.failed} role="alert">
          <p>{t("auth.countries_failed")}</p>
          <PlainButton onClick={() => void query.refetch()}>{t("app.retry")}</PlainButton>
        </div>
      ) : null}
      {pickCountry && query.isSuccess ? (
        <CountryPicker
          label={t("auth.country")}
          countries={countries}
          value={country?.code}
          onChange={(code) => onChange({ ...entry, country: code })}
        />
      ) : null}
      <PhoneInput
        own
        label={props.label}
        description={props.description}
        country={country}
        value={entry.number}
        onChange={(number) => onChange({ ...entry, number })}
        error={props.error ?? false}
        required={props.required ?? false}
      />
    </>
  );
}
