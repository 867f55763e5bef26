import { Checkbox, NativeSelect, TextInput } from "@mantine/core";
import { type FocusEvent, type KeyboardEvent, useRef, useState } from "react";
import { DateField } from "@/ui/dates/date-field";
import type { CellEdit } from "./types";

interface EditCellProps<Row> {
  row: Row;
  edit: CellEdit<Row>;
  label: string;
  onSave: (value: string) => void;
  onLeave: () => void;
}

/** The inline editor of a cell: Enter saves, Escape cancels. */
export function EditCell<Row>({ row, edit, label, onSave, onLeave }: EditCellProps<Row>) {
  const before = edit.value(row);
  const [value, setValue] = useState(before);
  // A day that Enter completes is known before the next render.
  const latest = useRef(before);

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

  if (edit.kind === "date") {
    const onBlur = (event: FocusEvent<HTMLDivElement>) => {
      // Its calendar is a part of the field, wherever on the page it is drawn.
      const to = event.relatedTarget;
      if (event.currentTarget.contains(to) || to?.closest("[role=dialog]")) return;
      finish(latest.current);
    };
    const onDateKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
      const typing = event.target instanceof HTMLInputElement;
      if (event.key === "Enter" && typing) finish(latest.current);
      else if (event.key !== "Enter") onKeyDown(event);
      event.stopPropagation();
    };
    return (
      // biome-ignore lint/a11y/noStaticElementInteractions: what bubbles up from the field and its calendar.
      <div onBlur={onBlur} onKeyDown={onDateKeyDown}>
        <DateField
          size="xs"
          autoFocus
          aria-label={label}
          value={value}
          onFocus={(event) => event.currentTarget.select()}
          onChange={(day) => {
            latest.current = day;
            setValue(day);
          }}
        />
      </div>
    );
  }
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
