import { TextInput } from "@mantine/core";
import type { Ref } from "react";
import { latinDigits } from "@/i18n/digits";
import classes from "./code-field.module.css";

const CODE_LENGTH = 6;

/** Exactly six digits; anything else is `otp_validate_error`. */
export const isCode = (code: string) => code.length === CODE_LENGTH;

interface CodeFieldProps {
  label: string;
  value: string;
  onChange: (code: string) => void;
  description?: string | undefined;
  /** A sentence, or true when it is said elsewhere. */
  error?: string | boolean;
  inputRef?: Ref<HTMLInputElement>;
}

/**
 * Six digits out of a text message: one field, so that pasting, a screen reader and the telephone's own
 * suggestion all work. Spaces and hyphens of what was copied are left out.
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
