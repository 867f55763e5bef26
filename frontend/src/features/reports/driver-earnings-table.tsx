import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { DriverEarningsReport, DriverEarningsRow } from "@/api/types";
import { useFormat } from "@/i18n/use-format";
import { Money } from "@/ui/money";
import { usePeriodLabels } from "@/ui/periods/use-period-labels";
import { PersonLink } from "@/ui/record-link";
import { bookingsLink } from "./drilldown";
import classes from "./reports.module.css";
import { SortHead } from "./sort-head";

const ORDERINGS = ["-period", "-rides", "rides", "-driver_share", "driver_share"] as const;
export type Ordering = (typeof ORDERINGS)[number];

export const readOrdering = (text: string | null): Ordering =>
  ORDERINGS.find((one) => one === text) ?? "-period";

interface DriverEarningsTableProps {
  rows: readonly DriverEarningsRow[];
  /** Of the first page: its totals are those of all pages. */
  report: DriverEarningsReport;
  driver: number | null;
  ordering: Ordering;
  onOrder: (next: Ordering) => void;
  onDriver: (id: number) => void;
}

/** A driver's name filters the report by that driver; the figures link to their bookings. */
export function DriverEarningsTable(props: DriverEarningsTableProps) {
  const { rows, report, driver, ordering, onOrder, onDriver } = props;
  const { t } = useTranslation();
  const { number } = useFormat();
  const { group } = report;
  const labels = usePeriodLabels(group);
  const all = { since: report.from, until: report.to };
  const head = (column: "rides" | "driver_share", label: string) => (
    <SortHead
      amount
      label={label}
      descending={ordering.endsWith(column) ? ordering.startsWith("-") : null}
      onSort={() => onOrder(ordering === `-${column}` ? column : `-${column}`)}
    />
  );
  const behind = (column: string, period: string) => t("reports.behind", { column, period });

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and so must be reached by the keyboard.
    <section className={classes.frame} aria-label={t("reports.drivers")} tabIndex={0}>
      <table className={classes.table}>
        <thead>
          <tr>
            <SortHead
              label={t("reports.col_year")}
              descending={ordering === "-period" ? true : null}
              onSort={() => onOrder("-period")}
            />
            {group === "year" ? null : (
              <SortHead label={t("reports.col_month")} descending={null} />
            )}
            {group === "day" || group === "week" ? (
              <SortHead label={t(`reports.group_${group}`)} descending={null} />
            ) : null}
            <SortHead label={t("reports.col_driver")} descending={null} />
            {head("rides", t("reports.col_rides"))}
            <SortHead label={t("reports.col_vehicle_number")} descending={null} />
            {head("driver_share", t("reports.col_driver_share"))}
            <SortHead amount label={t("reports.col_tips")} descending={null} />
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const period = `${labels.long(row.since)}, ${row.driver.name}`;
            const link = bookingsLink(row, "paid", row.driver.id);
            return (
              <tr key={`${row.since} ${row.driver.id}`}>
                <th scope="row">{labels.year(row.since)}</th>
                {group === "year" ? null : <td>{labels.month(row.since)}</td>}
                {group === "day" ? <td>{labels.day(row.since)}</td> : null}
                {group === "week" ? <td>{labels.long(row.day ?? row.since)}</td> : null}
                <td>
                  <button
                    type="button"
                    className={classes.name}
                    onClick={() => onDriver(row.driver.id)}
                    disabled={driver !== null}
                  >
                    <bdi dir="auto">{row.driver.name}</bdi>
                  </button>
                </td>
                <td data-amount>
                  <Link to={link} aria-label={behind(t("reports.col_rides"), period)}>
                    {number(row.rides)}
                  </Link>
                </td>
                <td>
                  <PersonLink id={row.driver.id} kind="driver">
                    <bdi dir="ltr">{row.vehicle_number}</bdi>
                  </PersonLink>
                </td>
                <td data-amount>
                  <Link to={link} aria-label={behind(t("reports.col_driver_share"), period)}>
                    <Money amount={row.driver_share} />
                  </Link>
                </td>
                <td data-amount>
                  <Money amount={row.tips} />
                </td>
              </tr>
            );
          })}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={group === "year" ? 2 : group === "month" ? 3 : 4}>
              {t("reports.total")}
            </th>
            <td data-amount>
              <Link
                to={bookingsLink(all, "paid", driver ?? undefined)}
                aria-label={behind(t("reports.col_rides"), t("reports.total"))}
              >
                {number(report.totals.rides)}
              </Link>
            </td>
            <td />
            <td data-amount>
              <Link
                to={bookingsLink(all, "paid", driver ?? undefined)}
                aria-label={behind(t("reports.col_driver_share"), t("reports.total"))}
              >
                <Money amount={report.totals.driver_share} />
              </Link>
            </td>
            <td data-amount>
              <Money amount={report.totals.tips} />
            </td>
          </tr>
        </tfoot>
      </table>
    </section>
  );
}
