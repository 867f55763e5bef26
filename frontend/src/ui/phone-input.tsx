import { TextInput } from "@mantine/core";
import type { Ref } from "react";
import type { Country } from "@/api/countries";
import { latinDigits } from "@/i18n/digits";
import classes from "./phone-input.module.css";

interface PhoneInputProps {
  label: string;
  value: string;
  onChange: (number: string) => void;
  /** Its dial prefix stands before the number. */
  country: Country | undefined;
  description?: string | undefined;
  /** A sentence, or true when it is said elsewhere. */
  error?: string | boolean;
  required?: boolean;
  inputRef?: Ref<HTMLInputElement>;
}

/** A telephone number, always read from left to right, with the prefix of its country. */
export function PhoneInput(props: PhoneInputProps) {
  const { country, label, value, onChange, description, error, required, inputRef } = props;
  const dial = country ? `+${country.phone}` : "";
  return (
    <TextInput
      ref={inputRef ?? null}
      label={label}
      description={description}
      error={error ?? false}
      withAsterisk={required ?? false}
      inputWrapperOrder={["label", "input", "description", "error"]}
      dir="ltr"
      type="tel"
      inputMode="tel"
      autoComplete="tel-national"
      value={value}
      onChange={(event) => onChange(latinDigits(event.currentTarget.value))}
      leftSection={dial ? <span className={classes.dial}>{dial}</span> : null}
      leftSectionWidth={dial ? `${dial.length + 2.5}ch` : undefined}
    />
  );
}
