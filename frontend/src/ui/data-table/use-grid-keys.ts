import { type KeyboardEvent, type RefObject, useState } from "react";

interface Cell {
  row: number;
  column: number;
}

const PAGE = 10;

/** The keyboard of a grid by WAI-ARIA: one cell is in the tab order; arrows, Home, End and Page keys move it. */
export function useGridKeys(
  table: RefObject<HTMLTableElement | null>,
  size: { rows: number; columns: number },
  handlers: {
    open: (row: number) => void;
    edit: (cell: Cell) => void;
    select: (row: number) => void;
  },
) {
  const [at, setAt] = useState<Cell>({ row: 0, column: 0 });
  const active = {
    row: Math.min(at.row, Math.max(size.rows - 1, 0)),
    column: Math.min(at.column, Math.max(size.columns - 1, 0)),
  };

  const go = (row: number, column: number) => {
    const next = {
      row: Math.max(0, Math.min(row, size.rows - 1)),
      column: Math.max(0, Math.min(column, size.columns - 1)),
    };
    setAt(next);
    table.current?.querySelector<HTMLElement>(`[data-cell="${next.row}:${next.column}"]`)?.focus();
  };

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const cell = (event.target as HTMLElement).dataset.cell;
    // Fields, links and buttons inside handle their own keys.
    if (!cell) return;
    const [row = 0, column = 0] = cell.split(":").map(Number);
    const forward = document.documentElement.dir === "rtl" ? "ArrowLeft" : "ArrowRight";
    const backward = forward === "ArrowLeft" ? "ArrowRight" : "ArrowLeft";
    const whole = event.ctrlKey || event.metaKey;
    const moves: Record<string, () => void> = {
      ArrowDown: () => go(row + 1, column),
      ArrowUp: () => go(row - 1, column),
      [forward]: () => go(row, column + 1),
      [backward]: () => go(row, column - 1),
      PageDown: () => go(row + PAGE, column),
      PageUp: () => go(row - PAGE, column),
      Home: () => go(whole ? 0 : row, 0),
      End: () => go(whole ? size.rows - 1 : row, size.columns - 1),
      Enter: () => handlers.open(row),
      F2: () => handlers.edit({ row, column }),
      " ": () => handlers.select(row),
    };
    const move = moves[event.key];
    if (!move || event.altKey) return;
    event.preventDefault();
    move();
  };

  return { active, setAt, onKeyDown, focus: go };
}
