import { Checkbox, NativeSelect, TextInput } from "@mantine/core";
import { type KeyboardEvent, useState } from "react";
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

  const finish = (kept: string) => {
    if (kept !== before) onSave(kept);
    onLeave();
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
      onLeave();
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
        onBlur={onLeave}
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
