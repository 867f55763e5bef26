import { IconArrowDown, IconArrowsSort, IconArrowUp } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import type { BookingRow, UserType } from "@/api/types";
import classes from "./bookings-table.module.css";
import type { Column, ColumnId, SortField } from "./columns";
import { type RowAction, RowMenu } from "./row-menu";
import type { Sort } from "./use-filters";

interface BookingsTableProps {
  rows: readonly BookingRow[];
  /** Whether other rows are loading; until then these are shown. */
  busy: boolean;
  role: UserType | null;
  columns: readonly Column[];
  sort: Sort | null;
  onSort: (field: SortField) => void;
  onAction: (row: BookingRow, action: RowAction) => void;
  onOnly: (who: "driver" | "rider", id: number) => void;
}

/** On a phone these have their places on a row's card; the others follow below with their names. */
const PLACES: Partial<Record<ColumnId, string>> = {
  reference: "reference",
  trip_date: "date",
  way: "way",
  status: "status",
  trip_cost: "cost",
};
const HIDDEN_ON_CARDS: readonly ColumnId[] = ["customer_name", "driver_name"];

function placeOf(id: ColumnId, chosen: ReadonlySet<string>): string {
  if (id === "driver_share" && !chosen.has("trip_cost")) return "cost";
  return PLACES[id] ?? (HIDDEN_ON_CARDS.includes(id) ? "none" : "line");
}

/** The columns that were chosen; on a phone each row folds into a card. The reference is the link. */
export function BookingsTable(props: BookingsTableProps) {
  const { rows, busy, role, columns, sort, onSort, onAction, onOnly } = props;
  const { t } = useTranslation();
  const navigate = useNavigate();
  const chosen = new Set<string>(columns.map(({ id }) => id));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what is cut off at the side is scrolled to by keyboard too.
    <section className={classes.frame} aria-label={t("bookings.title")} tabIndex={0}>
      <table className={classes.table} aria-busy={busy}>
        <thead>
          <tr>
            {columns.map((column) => (
              <ColumnHead key={column.id} column={column} sort={sort} onSort={onSort} />
            ))}
            <td data-place="menu" />
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            // The link inside is the way for keyboards; the row is a larger target for a pointer.
            <tr key={row.id} onClick={() => navigate(`/bookings/${row.id}`)}>
              {columns.map(({ id, cell, amount }) => (
                <td
                  key={id}
                  data-col={id}
                  data-place={placeOf(id, chosen)}
                  data-money={amount}
                  data-label={t(`history.col_${id}`)}
                >
                  {cell(row, chosen)}
                </td>
              ))}
              {/* biome-ignore lint/a11y/useKeyWithClickEvents: only stops the menu's clicks from reaching the row. */}
              <td data-place="menu" onClick={(event) => event.stopPropagation()}>
                <RowMenu
                  row={row}
                  role={role}
                  onAction={(action) => onAction(row, action)}
                  onOnly={onOnly}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface ColumnHeadProps {
  column: Column;
  sort: Sort | null;
  onSort: (field: SortField) => void;
}

function ColumnHead({ column, sort, onSort }: ColumnHeadProps) {
  const { t } = useTranslation();
  const label = t(`history.col_${column.id}`);
  const field = column.sort;
  if (!field) {
    return (
      <th scope="col" data-money={column.amount}>
        {label}
      </th>
    );
  }
  const sorted = sort?.field === field ? sort : null;
  const Arrow = sorted ? (sorted.descending ? IconArrowDown : IconArrowUp) : IconArrowsSort;
  return (
    <th
      scope="col"
      data-money={column.amount}
      aria-sort={sorted ? (sorted.descending ? "descending" : "ascending") : "none"}
    >
      <button type="button" className={classes.sort} onClick={() => onSort(field)}>
        {label}
        <Arrow size={14} aria-hidden="true" />
      </button>
    </th>
  );
}
