import { NativeSelect } from "@mantine/core";
import { Fragment } from "react";
import { DateField } from "@/ui/dates/date-field";
import classes from "./data-table.module.css";
import type { BoundFilter } from "./types";

interface InlineFiltersProps {
  id: string;
  filters: readonly BoundFilter[];
  /** On a phone; a wide screen always shows them. */
  unfolded: boolean;
}

/** The filters in the toolbar. */
export function InlineFilters({ id, filters, unfolded }: InlineFiltersProps) {
  const dates = filters.filter(({ kind }) => kind === "date");
  return (
    <div id={id} className={classes.filters} data-unfolded={unfolded || undefined}>
      {filters.map(({ name, label, kind, options, value, set, field }) =>
        kind === "select" ? (
          <NativeSelect
            key={name}
            size="sm"
            aria-label={label}
            data={[{ value: "", label }, ...options]}
            data-set={value ? true : undefined}
            value={value}
            onChange={(event) => set(event.currentTarget.value)}
          />
        ) : (
          <Fragment key={name}>{field}</Fragment>
        ),
      )}
      {dates.length > 0 ? (
        <div className={classes.dates}>
          {dates.map(({ name, label, value, min, max, set }) => (
            <DateField
              key={name}
              size="sm"
              label={label}
              classNames={{ label: classes.label ?? "" }}
              data-set={value ? true : undefined}
              value={value}
              min={min}
              max={max}
              onChange={set}
            />
          ))}
        </div>
      ) : null}
    </div>
  );
}
