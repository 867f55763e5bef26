import { IconArrowDown, IconArrowsSort, IconArrowUp } from "@tabler/icons-react";
import classes from "./data-table.module.css";
import type { Column } from "./types";
import type { ListState } from "./use-list-state";

interface ColumnHeadProps<Row> {
  column: Column<Row>;
  state: Pick<ListState, "sort" | "sortBy">;
}

/** A column's header; a click sorts by a column that has an ordering. */
export function ColumnHead<Row>({ column, state }: ColumnHeadProps<Row>) {
  const { label, sort, amount, alphabetical } = column;
  if (!sort) {
    return (
      <th scope="col" data-amount={amount || undefined}>
        {label}
      </th>
    );
  }
  const sorted = state.sort?.field === sort ? state.sort : null;
  const Arrow = sorted ? (sorted.descending ? IconArrowDown : IconArrowUp) : IconArrowsSort;
  return (
    <th
      scope="col"
      data-amount={amount || undefined}
      aria-sort={sorted ? (sorted.descending ? "descending" : "ascending") : "none"}
    >
      <button
        type="button"
        className={classes.sortButton}
        onClick={() => state.sortBy(sort, alphabetical)}
      >
        {label}
        <Arrow size={14} aria-hidden="true" />
      </button>
    </th>
  );
}
