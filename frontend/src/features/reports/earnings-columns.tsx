import type { TFunction } from "i18next";
import { Link } from "react-router";
import type { EarningsReport, EarningsRow, PeriodGroup } from "@/api/types";
import type { useFormat } from "@/i18n/use-format";
import type { Column, Totals, WholeList } from "@/ui/data-table/types";
import { Money } from "@/ui/money";
import type { usePeriodLabels } from "@/ui/periods/use-period-labels";
import { type BookingFilter, bookingsLink } from "./drilldown";
import { periodColumns } from "./period-columns";

/** Document 3's columns in its order, each with the bookings that it counts. */
const FIGURES = [
  { id: "rides", money: false, behind: "paid" },
  { id: "gross", money: true, behind: "all" },
  { id: "driver_share", money: true, behind: "paid" },
  { id: "cancellation_fees", money: true, behind: "cancelled" },
  { id: "convenience_fees", money: true, behind: "paid" },
  { id: "discount", money: true, behind: "paid" },
  { id: "profit", money: true, behind: "paid" },
  // A tip counts on the day it was given, which can differ from its booking's day.
  { id: "tips", money: true, behind: null },
] as const satisfies readonly {
  id: keyof EarningsRow;
  money: boolean;
  behind: BookingFilter | null;
}[];
type Figure = (typeof FIGURES)[number];
type Figures = Pick<EarningsRow, Figure["id"]>;

interface Texts {
  t: TFunction;
  format: ReturnType<typeof useFormat>;
  labels: ReturnType<typeof usePeriodLabels>;
}

/** A number that links to the bookings that it sums. */
function figureOf(
  { id, money, behind }: Figure,
  row: Figures,
  days: { since: string; until: string },
  period: string,
  { t, format }: Texts,
) {
  const figure = money ? <Money amount={String(row[id])} /> : format.number(Number(row[id]));
  if (behind === null) return figure;
  return (
    <Link
      to={bookingsLink(days, behind)}
      aria-label={t("reports.behind", { column: t(`reports.col_${id}`), period })}
    >
      {figure}
    </Link>
  );
}

export function earningsColumns(group: PeriodGroup, texts: Texts): Column<EarningsRow>[] {
  const { t, labels } = texts;
  const periods = periodColumns<EarningsRow>(group, labels, t, { last: "title", others: "aside" });
  return [
    ...periods.map((column) => (column.id === "year" ? { ...column, sort: "period" } : column)),
    ...FIGURES.map((figure) => ({
      id: figure.id,
      label: t(`reports.col_${figure.id}`),
      sort: figure.id,
      amount: true,
      cell: (row: EarningsRow) => figureOf(figure, row, row, labels.long(row.since), texts),
    })),
  ];
}

export function earningsTotals(texts: Texts): Totals<EarningsReport> {
  const label = texts.t("reports.total");
  return {
    label,
    cells: ({ totals, from, to }) =>
      Object.fromEntries(
        FIGURES.map((figure) => [
          figure.id,
          figureOf(figure, totals, { since: from, until: to }, label, texts),
        ]),
      ),
  };
}

/** The server sends the whole report. Rows with equal numbers stay latest first. */
export const earningsOrder: WholeList<EarningsRow> = {
  compare: (a, b, sort) => {
    const figure = FIGURES.find(({ id }) => id === sort);
    return figure ? Number(a[figure.id]) - Number(b[figure.id]) : a.since.localeCompare(b.since);
  },
};
