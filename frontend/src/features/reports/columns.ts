import type { EarningsRow } from "@/api/types";
import type { BookingFilter } from "./drilldown";

/** Document 3's columns, in its order; which bookings are behind each. */
export const EARNINGS_COLUMNS = [
  { id: "rides", money: false, behind: "paid" },
  { id: "gross", money: true, behind: "all" },
  { id: "driver_share", money: true, behind: "paid" },
  { id: "cancellation_fees", money: true, behind: "cancelled" },
  { id: "convenience_fees", money: true, behind: "paid" },
  { id: "discount", money: true, behind: "paid" },
  { id: "profit", money: true, behind: "paid" },
  { id: "tips", money: true, behind: null },
] as const satisfies readonly {
  id: keyof EarningsRow;
  money: boolean;
  behind: BookingFilter | null;
}[];

export type EarningsColumn = (typeof EARNINGS_COLUMNS)[number]["id"];
export type SortColumn = "period" | EarningsColumn;

export interface Sort {
  column: SortColumn;
  descending: boolean;
}

/** Sorts the rows; equal ones stay the latest first. */
export function sorted(rows: readonly EarningsRow[], { column, descending }: Sort): EarningsRow[] {
  const sign = descending ? -1 : 1;
  const value = (row: EarningsRow) => Number(column === "period" ? 0 : row[column]);
  return [...rows].sort((a, b) =>
    column === "period"
      ? sign * a.since.localeCompare(b.since)
      : sign * (value(a) - value(b)) || b.since.localeCompare(a.since),
  );
}
