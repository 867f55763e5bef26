import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { NavigationType, useLocation, useNavigationType } from "react-router";
import type { RowId } from "./types";

interface FocusedCell {
  row: RowId;
  column: number;
}

/** The last focused cell of each table, by history entry. */
const cells = new Map<string, FocusedCell>();

/** Focuses the row from which the user left, when they return with Back or Forward. Receives each focused cell. */
export function useReturnFocus(
  table: RefObject<HTMLTableElement | null>,
  label: string,
  rows: readonly RowId[],
): (cell: FocusedCell) => void {
  const { key } = useLocation();
  const returns = useNavigationType() === NavigationType.Pop;
  const entry = `${key} ${label}`;
  const last = useRef<FocusedCell | null>(null);

  // Before the page's heading takes the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the table appears.
  useLayoutEffect(() => {
    const cell = returns && cells.get(entry);
    const at = cell ? rows.indexOf(cell.row) : -1;
    if (!cell || at < 0 || document.activeElement?.matches("input, textarea, select")) return;
    cells.delete(entry);
    table.current
      ?.querySelector<HTMLElement>(`[data-cell="${at}:${cell.column}"]`)
      ?.focus({ preventScroll: true });
  }, []);

  useEffect(
    () => () => {
      if (last.current) cells.set(entry, last.current);
    },
    [entry],
  );

  return (cell) => {
    last.current = cell;
  };
}
