import { ColorInput, Select, Switch, TagsInput, Textarea, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { TFunction } from "i18next";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { countriesQuery } from "@/api/countries";
import { latinAmount } from "@/i18n/digits";
import { languageInfo } from "@/i18n/languages";
import type { Field } from "./fields";
import { LogoField } from "./logo-field";
import { type FormValue, typedNumber } from "./values";

interface FieldInputProps {
  field: Field;
  value: FormValue;
  onChange: (value: FormValue) => void;
  error: string | boolean;
  locked: boolean;
}

/** The labelled control of one setting. */
export function FieldInput({ field, value, onChange, error, locked }: FieldInputProps) {
  const { t } = useTranslation();
  const label = t(`settings.field.${field.name}.label`);
  const hint = t(`settings.field.${field.name}.hint`);
  const initial = defaultText(field, t);
  const description = initial ? `${hint} ${t("settings.default", { value: initial })}` : hint;
  const common = { label, description, error, disabled: locked, id: `setting-${field.name}` };

  switch (field.kind) {
    case "toggle":
      return (
        <Switch
          {...common}
          checked={value === true}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      );
    case "number":
      return (
        <TextInput
          {...common}
          inputMode={field.whole ? "numeric" : "decimal"}
          dir="ltr"
          value={String(value)}
          onChange={(event) =>
            onChange(typedNumber(latinAmount(event.currentTarget.value), field.whole ?? false))
          }
        />
      );
    case "choice":
      return (
        <Select
          {...common}
          allowDeselect={false}
          data={field.options.map((option) => ({
            value: option,
            label: t(`settings.choice.${option}`),
          }))}
          value={String(value)}
          onChange={(chosen) => chosen && onChange(chosen)}
        />
      );
    case "amounts":
      return (
        <TagsInput
          {...common}
          value={[...(value as readonly string[])]}
          maxTags={field.max}
          placeholder={t("settings.quick_hint")}
          onChange={(amounts) =>
            onChange(
              amounts
                .map((amount) => typedNumber(latinAmount(amount), false))
                .filter((amount) => Number(amount) > 0),
            )
          }
        />
      );
    case "color":
      return (
        <ColorInput
          {...common}
          format="hex"
          withEyeDropper={false}
          dir="ltr"
          value={String(value)}
          // Blur repeats the value, which is not a change.
          onChange={(color) => color !== value && onChange(color)}
        />
      );
    case "logo":
      return (
        <LogoField
          id={common.id}
          label={label}
          description={hint}
          disabled={locked}
          logo={String(value)}
        />
      );
    case "lines":
      return (
        <Textarea
          {...common}
          autosize
          minRows={3}
          maxLength={field.max}
          dir="auto"
          value={String(value)}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
    case "country":
    case "currency":
    case "zone":
      return <Listed {...common} kind={field.kind} value={String(value)} onChange={onChange} />;
    default:
      return (
        <TextInput
          {...common}
          maxLength={field.max}
          dir={field.ltr ? "ltr" : "auto"}
          value={String(value)}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
  }
}

/** Returns the default value if it is readable without its label. */
function defaultText(field: Field, t: TFunction): string {
  if (typeof field.default === "boolean") return t(field.default ? "settings.on" : "settings.off");
  return typeof field.default === "string" && field.kind !== "choice" ? field.default : "";
}

interface ListedProps {
  kind: "country" | "currency" | "zone";
  value: string;
  onChange: (value: string) => void;
  id: string;
  label: string;
  description: string;
  error: string | boolean;
  disabled: boolean;
}

/** A searchable select for a long list. */
function Listed({ kind, value, onChange, ...common }: ListedProps) {
  const { t, i18n } = useTranslation();
  const [opened, setOpened] = useState(false);
  const countries = useQuery({ ...countriesQuery(i18n.language), enabled: kind === "country" });
  const { dateLocale } = languageInfo(i18n.language);
  const listed =
    kind === "country"
      ? (countries.data ?? []).map(({ code, label }) => ({ value: code, label }))
      : kind === "currency"
        ? currencies(dateLocale)
        : zones();
  // Include a stored value that this browser does not know. Hundreds of options are created only on demand.
  const chosen = listed.find((option) => option.value === value) ?? { value, label: value };
  const options = listed.includes(chosen) ? listed : [...listed, chosen];
  return (
    <Select
      {...common}
      searchable
      clearable={kind === "country"}
      clearButtonProps={{ "aria-label": t("settings.clear") }}
      allowDeselect={false}
      limit={300}
      nothingFoundMessage={t("list.no_match")}
      data={(opened ? options : [chosen]).filter((option) => option.value !== "")}
      onDropdownOpen={() => setOpened(true)}
      onDropdownClose={() => setOpened(false)}
      value={value || null}
      onChange={(code) => {
        if (code || kind === "country") onChange(code ?? "");
      }}
    />
  );
}

function currencies(locale: string) {
  const names = new Intl.DisplayNames(locale, { type: "currency" });
  return Intl.supportedValuesOf("currency").map((code) => ({
    value: code,
    label: `${code} · ${names.of(code) ?? code}`,
  }));
}

function zones() {
  return [...new Set(["UTC", ...Intl.supportedValuesOf("timeZone")])].map((zone) => ({
    value: zone,
    label: zone.replaceAll("_", " "),
  }));
}
