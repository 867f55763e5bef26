import { TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type Ref, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { publicSettingsQuery } from "@/api/catalogue";
import type { Country } from "@/api/countries";
import { formatMobile, preloadRules } from "@/api/mobile-number";
import { latinDigits } from "@/i18n/digits";
import classes from "./phone-input.module.css";

interface PhoneInputProps {
  label: string;
  value: string;
  onChange: (number: string) => void;
  /**
   * Its dial prefix is shown before the number; without a country the number is in the operator's country.
   */
  country?: Country | undefined;
  /** An additional description, after the hint about the format. */
  description?: string | undefined;
  /** An error message, or true when the message is shown elsewhere. */
  error?: string | boolean;
  required?: boolean;
  disabled?: boolean;
  /** Whether it is the user's own number. */
  own?: boolean;
  inputRef?: Ref<HTMLInputElement>;
}

/** The default country of a number, from the operator's settings (ISO 3166-1 alpha-2). */
export function useHomeCountry(): string | undefined {
  return useHome().settled;
}

function useHome() {
  const { data, isPending } = useQuery(publicSettingsQuery());
  return { settled: data?.register?.default_country || undefined, isPending };
}

/** A phone number in any usual format, always left to right; validated when the field is left. */
export function PhoneInput(props: PhoneInputProps) {
  const { country, label, value, onChange, description, error, own = false, inputRef } = props;
  const { t } = useTranslation();
  const { settled, isPending } = useHome();
  const home = country?.code ?? settled;
  /** The value that was invalid in this country; it may be valid in another. */
  const [refused, setRefused] = useState<{ value: string; home: string | undefined } | null>(null);
  const wrong =
    refused?.value === value && refused.home === home && (country !== undefined || !isPending);
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });
  const dial = country ? `+${country.phone}` : "";
  const hint = t("phone.hint");

  const look = async () => {
    const left = value.trim();
    if (left === "") return;
    const full = await formatMobile(left, home);
    const now = latest.current;
    // The value has changed or was submitted meanwhile.
    if (now.value !== value || now.disabled) return;
    setRefused(full === null ? { value, home } : null);
    // Show the full number if no dial prefix is beside it. The form may have changed since the field was
    // left.
    if (full !== null && !now.country && full !== value) now.onChange(full);
  };

  return (
    <TextInput
      ref={inputRef ?? null}
      label={label}
      description={description ? `${hint} ${description}` : hint}
      error={error || (wrong ? t("errors.mobile_no_blank_error") : false)}
      withAsterisk={props.required ?? false}
      disabled={props.disabled ?? false}
      inputWrapperOrder={["label", "input", "description", "error"]}
      dir="ltr"
      type="tel"
      inputMode="tel"
      autoComplete={own ? "tel-national" : "off"}
      maxLength={40}
      value={value}
      onFocus={preloadRules}
      onBlur={() => void look().catch(() => undefined)}
      onChange={(event) => {
        setRefused(null);
        onChange(latinDigits(event.currentTarget.value));
      }}
      leftSection={dial ? <span className={classes.dial}>{dial}</span> : null}
      leftSectionWidth={dial ? `${dial.length + 2.5}ch` : undefined}
    />
  );
}
