import { InputWrapper } from "@mantine/core";
import { type ReactNode, type Ref, useEffect, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { DateField } from "./date-field";
import classes from "./dates.module.css";
import { TimeField } from "./time-field";

interface DateTimeFieldProps {
  label: string;
  /** "2026-11-22T14:05" in the platform's time zone, or "" while a part is missing. */
  value: string;
  onChange: (wall: string) => void;
  /** The earliest permitted time. */
  min?: string | undefined;
  description?: ReactNode;
  error?: ReactNode;
  /** The id of the element that shows the error. */
  invalid?: boolean | undefined;
  describedBy?: string | undefined;
  inputRef?: Ref<HTMLInputElement> | undefined;
}

/** A day and a time of day, side by side. */
export function DateTimeField({
  label,
  value,
  onChange,
  min,
  description,
  error,
  invalid = Boolean(error),
  describedBy,
  inputRef,
}: DateTimeFieldProps) {
  const { t } = useTranslation();
  const id = useId();
  const [parts, setParts] = useState({ day: value.slice(0, 10), time: value.slice(11, 16) });

  // A value with a missing part is empty; the other part stays in its field.
  useEffect(() => {
    if (value) setParts({ day: value.slice(0, 10), time: value.slice(11, 16) });
  }, [value]);

  const change = (changed: Partial<typeof parts>) => {
    const next = { ...parts, ...changed };
    setParts(next);
    onChange(next.day && next.time ? `${next.day}T${next.time}` : "");
  };

  const describing = describedBy ?? (error ? `${id}-error` : undefined);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a legend cannot have the same layout as the other labels.
    <div
      role="group"
      aria-labelledby={`${id}-label`}
      aria-describedby={describing ?? (description ? `${id}-about` : undefined)}
    >
      <InputWrapper
        label={label}
        labelElement="div"
        labelProps={{ id: `${id}-label` }}
        description={description}
        descriptionProps={{ id: `${id}-about` }}
        error={error}
        errorProps={{ id: `${id}-error` }}
        inputWrapperOrder={["label", "input", "description", "error"]}
      >
        <div className={classes.both}>
          <DateField
            aria-label={t("dates.date")}
            inputRef={inputRef}
            value={parts.day}
            min={min?.slice(0, 10)}
            error={invalid}
            onChange={(day) => change({ day })}
            onInvalid={() => change({ day: "" })}
          />
          <TimeField
            aria-label={t("dates.time")}
            value={parts.time}
            error={invalid}
            onChange={(time) => change({ time })}
          />
        </div>
      </InputWrapper>
    </div>
  );
}
