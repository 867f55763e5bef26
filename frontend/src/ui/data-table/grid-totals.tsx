import type { ReactNode } from "react";
import type { Column } from "./types";

interface GridTotalsProps<Row> {
  label: string;
  /** The totals by the columns' ids. */
  cells: Partial<Record<string, ReactNode>>;
  columns: readonly Column<Row>[];
  /** Columns before and after those of the data. */
  before: number;
  after: number;
}

/** The last row of a table: its label spans the columns before the first total. */
export function GridTotals<Row>({ label, cells, columns, before, after }: GridTotalsProps<Row>) {
  const first = columns.findIndex(({ id }) => id in cells);
  const lead = first < 0 ? columns.length : first;
  return (
    <tfoot>
      <tr>
        {before + lead > 0 ? (
          <th scope="row" colSpan={before + lead} data-place="title">
            {label}
          </th>
        ) : null}
        {columns.slice(lead).map(({ id, label: column, amount }) => (
          <td
            key={id}
            data-col={id}
            data-place={id in cells ? "line" : "none"}
            data-label={column}
            data-amount={amount || undefined}
          >
            {cells[id]}
          </td>
        ))}
        {after > 0 ? <td data-place="none" /> : null}
      </tr>
    </tfoot>
  );
}
