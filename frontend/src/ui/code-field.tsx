import { TextInput } from "@mantine/core";
import type { Ref } from "react";
import { latinDigits } from "@/i18n/digits";
import classes from "./code-field.module.css";

const CODE_LENGTH = 6;

/** Returns whether the code has exactly six digits; other input is `otp_validate_error`. */
export const isCode = (code: string) => code.length === CODE_LENGTH;

interface CodeFieldProps {
  label: string;
  value: string;
  onChange: (code: string) => void;
  description?: string | undefined;
  /** An error message, or true when the message is shown elsewhere. */
  error?: string | boolean;
  inputRef?: Ref<HTMLInputElement>;
}

/**
 * A six-digit code from a text message in a single field, so that pasting, screen readers and the phone's
 * suggestion work. Spaces and hyphens are removed.
 */
export function CodeField(props: CodeFieldProps) {
  return (
    <TextInput
      ref={props.inputRef ?? null}
      label={props.label}
      description={props.description}
      error={props.error ?? false}
      inputWrapperOrder={["label", "input", "description", "error"]}
      value={props.value}
      onChange={(event) => {
        const digits = latinDigits(event.currentTarget.value).replace(/\D/g, "");
        props.onChange(digits.slice(0, CODE_LENGTH));
      }}
      inputMode="numeric"
      autoComplete="one-time-code"
      dir="ltr"
      spellCheck={false}
      placeholder="000000"
      classNames={{ input: classes.input ?? "" }}
    />
  );
}
