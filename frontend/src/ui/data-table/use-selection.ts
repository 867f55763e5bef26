import { useState } from "react";
import type { RowId, RowSelection } from "./types";

/** The selected rows. A row that is no longer in the list, or can no longer be selected, is not selected. */
export function useSelection<Row>(
  rows: readonly Row[],
  rowId: (row: Row) => RowId,
  selection: RowSelection<Row> | undefined,
) {
  const [picked, setPicked] = useState<ReadonlySet<RowId>>(new Set());
  const may = (row: Row) => selection?.may(row) ?? false;
  const selectable = rows.filter(may);
  const selected = selectable.filter((row) => picked.has(rowId(row)));
  const select = (which: readonly Row[], on: boolean) =>
    setPicked((before) => {
      const after = new Set(before);
      for (const row of which) {
        if (on) after.add(rowId(row));
        else after.delete(rowId(row));
      }
      return after;
    });
  return {
    rows: selected,
    isSelected: (row: Row) => picked.has(rowId(row)) && may(row),
    may,
    all: selectable.length > 0 && selected.length === selectable.length,
    some: selected.length > 0,
    none: selectable.length === 0,
    select,
    selectAll: (on: boolean) => select(selectable, on),
    clear: () => setPicked(new Set()),
  };
}

export type Selection<Row> = ReturnType<typeof useSelection<Row>>;
