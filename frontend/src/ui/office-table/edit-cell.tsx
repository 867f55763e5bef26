import { Checkbox, NativeSelect, TextInput } from "@mantine/core";
import { type KeyboardEvent, useRef, useState } from "react";
import type { CellEdit } from "./types";

interface EditCellProps<Row> {
  row: Row;
  edit: CellEdit<Row>;
  label: string;
  onSave: (value: string) => void;
  onLeave: () => void;
}

/** The field in the place of the value: Enter keeps, Escape leaves it as it was. */
export function EditCell<Row>({ row, edit, label, onSave, onLeave }: EditCellProps<Row>) {
  const before = edit.value(row);
  const [value, setValue] = useState(before);

  // Leaving takes the focus away, and that is no second answer.
  const done = useRef(false);

  const leave = () => {
    done.current = true;
    onLeave();
  };
  const finish = (kept: string) => {
    if (done.current) return;
    if (kept !== before) onSave(kept);
    leave();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // The grid's own keys would move on.
    event.stopPropagation();
    if (event.key === "Enter") {
      event.preventDefault();
      finish(value);
    }
    if (event.key === "Escape") {
      event.preventDefault();
      leave();
    }
  };

  if (edit.kind === "select") {
    return (
      <NativeSelect
        size="xs"
        autoFocus
        aria-label={label}
        data={[...(edit.options ?? [])]}
        value={value}
        onChange={(event) => finish(event.currentTarget.value)}
        onBlur={() => finish(before)}
        onKeyDown={onKeyDown}
      />
    );
  }
  return (
    <TextInput
      size="xs"
      autoFocus
      aria-label={label}
      type={edit.kind === "date" ? "date" : "text"}
      inputMode={edit.kind === "number" ? "decimal" : undefined}
      value={value}
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) => setValue(event.currentTarget.value)}
      onBlur={() => finish(value)}
      onKeyDown={onKeyDown}
    />
  );
}

interface ToggleCellProps {
  on: boolean;
  label: string;
  disabled: boolean;
  onSave: (value: string) => void;
}

/** Yes or no, changed by a click. */
export function ToggleCell({ on, label, disabled, onSave }: ToggleCellProps) {
  return (
    <Checkbox
      aria-label={label}
      checked={on}
      disabled={disabled}
      onChange={(event) => onSave(String(event.currentTarget.checked))}
    />
  );
}
