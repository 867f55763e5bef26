import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { EarningsReport, EarningsRow } from "@/api/types";
import { useFormat } from "@/i18n/use-format";
import { Money } from "@/ui/money";
import { usePeriodLabels } from "@/ui/periods/use-period-labels";
import {
  EARNINGS_COLUMNS,
  type EarningsColumn,
  type Sort,
  type SortColumn,
  sorted,
} from "./columns";
import { bookingsLink } from "./drilldown";
import classes from "./reports.module.css";
import { SortHead } from "./sort-head";

interface EarningsTableProps {
  report: EarningsReport;
  shown: readonly EarningsColumn[];
  sort: Sort;
  onSort: (column: SortColumn) => void;
}

/** Every number but the tips leads to the bookings that it is the sum of. */
export function EarningsTable({ report, shown, sort, onSort }: EarningsTableProps) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const { group } = report;
  const labels = usePeriodLabels(group);
  const columns = EARNINGS_COLUMNS.filter(({ id }) => shown.includes(id));
  const order = (column: SortColumn) => (sort.column === column ? sort.descending : null);
  const figure = (
    row: Pick<EarningsRow, EarningsColumn>,
    { id, money }: (typeof EARNINGS_COLUMNS)[number],
  ) => (money ? <Money amount={String(row[id])} /> : number(Number(row[id])));
  const all = { since: report.from, until: report.to };
  const behind = (
    days: { since: string; until: string },
    column: (typeof EARNINGS_COLUMNS)[number],
    period: string,
    said: ReactNode,
  ) =>
    // A tip counts on the day it was given, which is not its booking's.
    column.behind === null ? (
      said
    ) : (
      <Link
        to={bookingsLink(days, column.behind)}
        aria-label={t("reports.behind", { column: t(`reports.col_${column.id}`), period })}
      >
        {said}
      </Link>
    );

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and so must be reached by the keyboard.
    <section className={classes.frame} aria-label={t("reports.earnings")} tabIndex={0}>
      <table className={classes.table}>
        <thead>
          <tr>
            <SortHead
              label={t("reports.col_year")}
              descending={order("period")}
              onSort={() => onSort("period")}
            />
            {group === "year" ? null : (
              <SortHead label={t("reports.col_month")} descending={null} />
            )}
            {group === "day" || group === "week" ? (
              <SortHead label={t(`reports.group_${group}`)} descending={null} />
            ) : null}
            {columns.map(({ id }) => (
              <SortHead
                key={id}
                amount
                label={t(`reports.col_${id}`)}
                descending={order(id)}
                onSort={() => onSort(id)}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {sorted(report.results, sort).map((row) => (
            <tr key={row.since}>
              <th scope="row">{labels.year(row.since)}</th>
              {group === "year" ? null : <td>{labels.month(row.since)}</td>}
              {group === "day" ? <td>{labels.day(row.since)}</td> : null}
              {group === "week" ? <td>{labels.long(row.day ?? row.since)}</td> : null}
              {columns.map((column) => (
                <td key={column.id} data-amount>
                  {behind(row, column, labels.long(row.since), figure(row, column))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={group === "year" ? 1 : group === "month" ? 2 : 3}>
              {t("reports.total")}
            </th>
            {columns.map((column) => (
              <td key={column.id} data-amount>
                {behind(all, column, t("reports.total"), figure(report.totals, column))}
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
    </section>
  );
}
