import { NativeSelect, TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import { latinDigits } from "@/i18n/digits";
import classes from "./tariffs.module.css";

interface QuantityInputProps {
  label: string;
  /** A number and a unit, such as "117.6 yd", or "". */
  value: string;
  units: readonly string[];
  unitLabel: string;
  onChange: (value: string) => void;
  error?: ReactNode;
}

/** A number with its unit. */
export function QuantityInput(props: QuantityInputProps) {
  const { label, value, units, unitLabel, onChange, error } = props;
  const [number = "", given] = value.split(" ");
  const unit = given || (units[0] ?? "");
  return (
    <div className={classes.quantity}>
      <TextInput
        label={label}
        value={number}
        inputMode="decimal"
        dir="ltr"
        autoComplete="off"
        error={error}
        onChange={(event) => {
          const text = latinDigits(event.currentTarget.value).trim();
          onChange(text === "" ? "" : `${text} ${unit}`);
        }}
      />
      <NativeSelect
        aria-label={unitLabel}
        data={[...units]}
        value={unit}
        onChange={(event) => onChange(number ? `${number} ${event.currentTarget.value}` : "")}
      />
    </div>
  );
}
