import { Checkbox, NativeSelect, TextInput } from "@mantine/core";
import { type FocusEvent, type KeyboardEvent, useRef, useState } from "react";
import { DateField } from "@/ui/dates/date-field";
import type { CellEdit } from "./types";

interface EditCellProps {
  kind: CellEdit<unknown>["kind"];
  options: CellEdit<unknown>["options"];
  /** The value that is edited. */
  before: string;
  label: string;
  onSave: (value: string) => void;
  onLeave: () => void;
}

/** The inline editor of a cell: Enter saves, Escape cancels. */
export function EditCell({ kind, options, before, label, onSave, onLeave }: EditCellProps) {
  const [value, setValue] = useState(before);
  // Enter may complete a date before the next render.
  const latest = useRef(before);

  // Closing the editor blurs it, which must not save a second time.
  const done = useRef(false);

  const leave = () => {
    done.current = true;
    onLeave();
  };
  const finish = (next: string) => {
    if (done.current) return;
    if (next !== before) onSave(next);
    leave();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // The grid's keys would move to another cell.
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

  if (kind === "date") {
    const onBlur = (event: FocusEvent<HTMLDivElement>) => {
      // The calendar is part of the field, although it is a dialog elsewhere in the page.
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
      // biome-ignore lint/a11y/noStaticElementInteractions: it handles events of the field and its calendar.
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
  if (kind === "select") {
    return (
      <NativeSelect
        size="xs"
        autoFocus
        aria-label={label}
        data={[...(options ?? [])]}
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
      inputMode={kind === "number" ? "decimal" : undefined}
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
