import { IconArrowDown, IconArrowsSort, IconArrowUp, IconPencil } from "@tabler/icons-react";
import { type ReactNode, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import classes from "./data-table.module.css";
import { EditCell, ToggleCell } from "./edit-cell";
import { RowActions } from "./row-actions";
import type { CellEdit, Column, RowAction } from "./types";
import { useGridKeys } from "./use-grid-keys";
import type { ListState } from "./use-list-state";

interface OfficeGridProps<Row extends { id: number | string }> {
  label: string;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  state: ListState;
  /** Others are on their way; these still are what they show. */
  busy: boolean;
  dense: boolean;
  rolledBack: ReadonlySet<Row["id"]>;
  rowName: (row: Row) => string;
  onOpen: ((row: Row) => void) | undefined;
  opensDialog: boolean;
  actions: ((row: Row) => readonly RowAction[]) | undefined;
  onSave: (row: Row, value: string, how: CellEdit<Row>) => void;
}

/** The rows as a grid: walked by arrow keys, opened by Enter, edited by F2; on a phone each folds into a card. */
export function DataGrid<Row extends { id: number | string }>(props: OfficeGridProps<Row>) {
  const { label, rows, columns, state, busy, dense, rolledBack, rowName, onOpen, actions, onSave } =
    props;
  const { t } = useTranslation();
  const table = useRef<HTMLTableElement>(null);
  const [editing, setEditing] = useState<{ id: Row["id"]; column: string } | null>(null);
  const mayEdit = (row: Row, column: Column<Row> | undefined) =>
    column?.edit !== undefined && (column.edit.may?.(row) ?? true);

  const begin = (row: Row | undefined, column: Column<Row> | undefined) => {
    if (!row || !column || !mayEdit(row, column)) return;
    if (column.edit?.kind === "toggle") {
      onSave(row, String(column.edit.value(row) !== "true"), column.edit);
    } else {
      setEditing({ id: row.id, column: column.id });
    }
  };

  const grid = useGridKeys(
    table,
    { rows: rows.length, columns: columns.length + (actions ? 1 : 0) },
    {
      open: (at) => {
        const row = rows[at];
        if (row) onOpen?.(row);
      },
      edit: (cell) => begin(rows[cell.row], columns[cell.column]),
    },
  );

  return (
    <div className={classes.frame} data-dense={dense || undefined}>
      <table
        ref={table}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: WAI-ARIA makes grids of tables.
        role="grid"
        aria-label={label}
        aria-busy={busy}
        className={classes.table}
        onKeyDown={grid.onKeyDown}
      >
        <thead>
          <tr>
            {columns.map((column) => (
              <Head key={column.id} column={column} state={state} />
            ))}
            {actions ? (
              <th scope="col" data-place="actions">
                <span className="hx-visually-hidden">{t("list.actions")}</span>
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={row.id} data-rolled-back={rolledBack.has(row.id) || undefined}>
              {columns.map((column, place) => {
                const open = editing?.id === row.id && editing.column === column.id;
                const leave = () => {
                  setEditing(null);
                  grid.focus(at, place);
                };
                return (
                  // biome-ignore lint/a11y/useKeyWithClickEvents: keys are the grid's, above.
                  <td
                    key={column.id}
                    // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: as above.
                    role="gridcell"
                    data-cell={`${at}:${place}`}
                    data-col={column.id}
                    data-place={column.place ?? "line"}
                    data-label={column.label}
                    data-amount={column.amount || undefined}
                    data-edits={(column.edit && column.edit.kind !== "toggle") || undefined}
                    data-opens={(onOpen && place === 0) || undefined}
                    aria-haspopup={props.opensDialog && place === 0 ? "dialog" : undefined}
                    tabIndex={grid.active.row === at && grid.active.column === place ? 0 : -1}
                    onFocus={() => grid.setAt({ row: at, column: place })}
                    onClick={(event) => {
                      // What is inside has clicks of its own.
                      const inside = (event.target as HTMLElement).closest(
                        "a, button, input, label, select",
                      );
                      if (!inside && !open) onOpen?.(row);
                    }}
                    onDoubleClick={() => begin(row, column)}
                  >
                    {open && column.edit ? (
                      <EditCell
                        row={row}
                        edit={column.edit}
                        label={t("list.edit_of", { column: column.label, row: rowName(row) })}
                        onSave={(value) => column.edit && onSave(row, value, column.edit)}
                        onLeave={leave}
                      />
                    ) : column.edit?.kind === "toggle" ? (
                      <ToggleCell
                        on={column.edit.value(row) === "true"}
                        label={t("list.edit_of", { column: column.label, row: rowName(row) })}
                        disabled={!mayEdit(row, column)}
                        onSave={(value) => column.edit && onSave(row, value, column.edit)}
                      />
                    ) : (
                      <span className={classes.value}>
                        <CellValue>{column.cell(row)}</CellValue>
                        {mayEdit(row, column) ? (
                          <button
                            type="button"
                            className={classes.pencil}
                            aria-label={t("list.edit_of", {
                              column: column.label,
                              row: rowName(row),
                            })}
                            onClick={() => begin(row, column)}
                          >
                            <IconPencil size={14} aria-hidden="true" />
                          </button>
                        ) : null}
                      </span>
                    )}
                  </td>
                );
              })}
              {actions ? (
                <td
                  // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: as above.
                  role="gridcell"
                  data-place="actions"
                  data-cell={`${at}:${columns.length}`}
                  tabIndex={
                    grid.active.row === at && grid.active.column === columns.length ? 0 : -1
                  }
                >
                  <RowActions actions={actions(row)} name={rowName(row)} />
                </td>
              ) : null}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Plain text has its own direction, independent of the page's. */
function CellValue({ children }: { children: ReactNode }) {
  return typeof children === "string" ? <bdi>{children}</bdi> : children;
}

function Head<Row>({ column, state }: { column: Column<Row>; state: ListState }) {
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
        className={classes.sort}
        onClick={() => state.sortBy(sort, alphabetical)}
      >
        {label}
        <Arrow size={14} aria-hidden="true" />
      </button>
    </th>
  );
}
