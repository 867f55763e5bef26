import { Checkbox } from "@mantine/core";
import { type ReactNode, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ColumnHead } from "./column-head";
import classes from "./data-table.module.css";
import { GridCell } from "./grid-cell";
import { GridTotals } from "./grid-totals";
import { RowActions } from "./row-actions";
import type { CellEdit, Column, RowAction, RowId, RowProps, RowSelection } from "./types";
import { useGridKeys } from "./use-grid-keys";
import type { ListState } from "./use-list-state";
import { useReturnFocus } from "./use-return-focus";
import type { Selection } from "./use-selection";

interface DataGridProps<Row> {
  label: string;
  rows: readonly Row[];
  rowId: (row: Row) => RowId;
  columns: readonly Column<Row>[];
  state: ListState;
  /** Other rows are loading, and the current ones stay visible. */
  busy: boolean;
  dense: boolean;
  rolledBack: ReadonlySet<RowId>;
  rowName: (row: Row) => string;
  onOpen: ((row: Row) => void) | undefined;
  opensDialog: boolean;
  actions: ((row: Row) => readonly RowAction[]) | undefined;
  selection: (RowSelection<Row> & Selection<Row>) | undefined;
  rowProps: ((row: Row) => RowProps) | undefined;
  totals: { label: string; cells: Partial<Record<string, ReactNode>> } | undefined;
  onSave: (row: Row, value: string, how: CellEdit<Row>) => void;
}

const inside = "a, button, input, label, select";

/** The rows as a grid: arrow keys move, Enter opens, F2 edits, Space selects. On a phone each row is a card. */
export function DataGrid<Row>(props: DataGridProps<Row>) {
  const { rows, rowId, columns, state, rowName, onOpen, actions, selection, onSave } = props;
  const { t } = useTranslation();
  const table = useRef<HTMLTableElement>(null);
  const [editing, setEditing] = useState<{ id: RowId; column: string } | null>(null);
  const shown = new Set(columns.map(({ id }) => id));
  const lead = selection ? 1 : 0;
  const mayEdit = (row: Row, { edit }: Column<Row>) =>
    edit !== undefined && (edit.may?.(row) ?? true);

  const begin = (row: Row | undefined, column: Column<Row> | undefined) => {
    if (!row || !column?.edit || !mayEdit(row, column)) return;
    if (column.edit.kind === "toggle") {
      onSave(row, String(column.edit.value(row) !== "true"), column.edit);
    } else {
      setEditing({ id: rowId(row), column: column.id });
    }
  };

  const grid = useGridKeys(
    table,
    { rows: rows.length, columns: lead + columns.length + (actions ? 1 : 0) },
    {
      open: (at) => {
        const row = rows[at];
        if (row) onOpen?.(row);
      },
      edit: (cell) => begin(rows[cell.row], columns[cell.column - lead]),
      select: (at) => {
        const row = rows[at];
        if (row && selection?.may(row)) selection.select([row], !selection.isSelected(row));
      },
    },
  );
  const rememberFocus = useReturnFocus(table, props.label, rows.map(rowId));
  /** Props that all cells of the grid have. */
  const cellProps = (row: number, column: number) => ({
    role: "gridcell",
    "data-cell": `${row}:${column}`,
    tabIndex: grid.active.row === row && grid.active.column === column ? 0 : -1,
    onFocus: () => {
      grid.setAt({ row, column });
      const focused = rows[row];
      if (focused) rememberFocus({ row: rowId(focused), column });
    },
  });

  return (
    <div className={classes.frame} data-dense={props.dense || undefined}>
      <table
        ref={table}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: ARIA allows a table as a grid.
        role="grid"
        aria-label={props.label}
        aria-busy={props.busy}
        className={classes.table}
        data-selects={selection ? true : undefined}
        onKeyDown={grid.onKeyDown}
      >
        <thead>
          <tr>
            {selection ? (
              <th scope="col" data-place="select">
                <Checkbox
                  aria-label={selection.labelAll}
                  checked={selection.all}
                  indeterminate={selection.some && !selection.all}
                  disabled={selection.none}
                  onChange={(event) => selection.selectAll(event.currentTarget.checked)}
                />
              </th>
            ) : null}
            {columns.map((column) => (
              <ColumnHead key={column.id} column={column} state={state} />
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
            <tr
              key={rowId(row)}
              data-rolled-back={props.rolledBack.has(rowId(row)) || undefined}
              aria-selected={selection ? selection.isSelected(row) : undefined}
              {...props.rowProps?.(row)}
            >
              {selection ? (
                <td data-place="select" {...cellProps(at, 0)}>
                  <Checkbox
                    aria-label={selection.label(row)}
                    checked={selection.isSelected(row)}
                    disabled={!selection.may(row)}
                    onChange={(event) => selection.select([row], event.currentTarget.checked)}
                  />
                </td>
              ) : null}
              {columns.map((column, index) => {
                const open = editing?.id === rowId(row) && editing.column === column.id;
                const place =
                  typeof column.place === "function" ? column.place(shown) : column.place;
                return (
                  // biome-ignore lint/a11y/useKeyWithClickEvents: the grid handles the keys.
                  <td
                    key={column.id}
                    {...cellProps(at, index + lead)}
                    data-col={column.id}
                    data-place={place ?? "line"}
                    data-label={column.label}
                    data-amount={column.amount || undefined}
                    data-edits={(column.edit && column.edit.kind !== "toggle") || undefined}
                    data-opens={(onOpen && index === 0) || undefined}
                    aria-haspopup={props.opensDialog && index === 0 ? "dialog" : undefined}
                    onClick={(event) => {
                      // Links, buttons and fields in the cell handle their own clicks.
                      const own = (event.target as HTMLElement).closest(inside);
                      if (!own && !open) onOpen?.(row);
                    }}
                    onDoubleClick={() => begin(row, column)}
                  >
                    <GridCell
                      row={row}
                      column={column}
                      shown={shown}
                      name={rowName(row)}
                      editable={mayEdit(row, column)}
                      open={open}
                      onBegin={() => begin(row, column)}
                      onSave={(value) => column.edit && onSave(row, value, column.edit)}
                      onLeave={() => {
                        setEditing(null);
                        grid.focus(at, index + lead);
                      }}
                    />
                  </td>
                );
              })}
              {actions ? (
                <td data-place="actions" {...cellProps(at, lead + columns.length)}>
                  <RowActions actions={actions(row)} name={rowName(row)} />
                </td>
              ) : null}
            </tr>
          ))}
        </tbody>
        {props.totals ? (
          <GridTotals {...props.totals} columns={columns} before={lead} after={actions ? 1 : 0} />
        ) : null}
      </table>
    </div>
  );
}
