import { ActionIcon } from "@mantine/core";
import { IconMinus, IconPlus } from "@tabler/icons-react";
import { useId } from "react";
import classes from "./stepper.module.css";

interface StepperProps {
  label: string;
  /** The names of the two buttons. */
  less: string;
  more: string;
  value: number;
  least: number;
  most: number;
  step?: number;
  /** The value as it is written; by default the number. */
  shown?: (value: number) => string;
  onChange: (value: number) => void;
  error?: string | undefined;
}

/** A small number with a button to each side. At a limit, its button keeps the focus. */
export function Stepper(props: StepperProps) {
  const {
    label,
    less,
    more,
    value,
    least,
    most,
    step = 1,
    shown = String,
    onChange,
    error,
  } = props;
  const id = useId();
  const button = (by: -1 | 1) => {
    const next = Math.min(Math.max(value + by * step, least), most);
    const over = next === value;
    const Icon = by < 0 ? IconMinus : IconPlus;
    return (
      <ActionIcon
        variant="default"
        radius="xl"
        size={40}
        aria-label={by < 0 ? less : more}
        aria-disabled={over || undefined}
        data-disabled={over || undefined}
        onClick={() => (over ? undefined : onChange(next))}
      >
        <Icon size={18} aria-hidden="true" />
      </ActionIcon>
    );
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a flex row with its legend in all browsers.
    <div
      role="group"
      className={classes.stepper}
      aria-labelledby={`${id}-label`}
      aria-describedby={error ? `${id}-error` : undefined}
    >
      <span id={`${id}-label`} className={classes.label}>
        {label}
      </span>
      {button(-1)}
      <output className={`${classes.value} hx-tabular`} aria-live="polite">
        {shown(value)}
      </output>
      {button(1)}
      {error ? (
        <p id={`${id}-error`} className={classes.error} role="alert">
          {error}
        </p>
      ) : null}
    </div>
  );
}
