import type { TFunction } from "i18next";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { DriverEarningsReport, DriverEarningsRow, PeriodGroup } from "@/api/types";
import type { useFormat } from "@/i18n/use-format";
import type { Column, Totals } from "@/ui/data-table/types";
import { Money } from "@/ui/money";
import type { usePeriodLabels } from "@/ui/periods/use-period-labels";
import { PersonLink } from "@/ui/record-link";
import { bookingsLink } from "./drilldown";
import { periodColumns } from "./period-columns";
import classes from "./reports.module.css";

interface Texts {
  t: TFunction;
  format: ReturnType<typeof useFormat>;
  labels: ReturnType<typeof usePeriodLabels>;
}

const linkLabel = (t: TFunction, column: "rides" | "driver_share", period: string) =>
  t("reports.behind", { column: t(`reports.col_${column}`), period });

/** A driver's name filters the report by that driver. The figures link to their bookings. */
export function driverEarningsColumns(
  group: PeriodGroup,
  { t, format, labels }: Texts,
  driver: number | null,
  onDriver: (id: number) => void,
): Column<DriverEarningsRow>[] {
  const link = (row: DriverEarningsRow, column: "rides" | "driver_share", figure: ReactNode) => (
    <Link
      to={bookingsLink(row, "paid", row.driver.id)}
      aria-label={linkLabel(t, column, `${labels.long(row.since)}, ${row.driver.name}`)}
    >
      {figure}
    </Link>
  );
  return [
    ...periodColumns<DriverEarningsRow>(group, labels, t, { last: "line", others: "line" }),
    {
      id: "driver",
      label: t("reports.col_driver"),
      place: "title",
      cell: (row) => (
        <button
          type="button"
          className={classes.name}
          onClick={() => onDriver(row.driver.id)}
          disabled={driver !== null}
        >
          <bdi dir="auto">{row.driver.name}</bdi>
        </button>
      ),
    },
    {
      id: "rides",
      label: t("reports.col_rides"),
      sort: "rides",
      amount: true,
      cell: (row) => link(row, "rides", format.number(row.rides)),
    },
    {
      id: "vehicle_number",
      label: t("reports.col_vehicle_number"),
      cell: (row) => (
        <PersonLink id={row.driver.id} kind="driver">
          <bdi dir="ltr">{row.vehicle_number}</bdi>
        </PersonLink>
      ),
    },
    {
      id: "driver_share",
      label: t("reports.col_driver_share"),
      sort: "driver_share",
      amount: true,
      place: "aside",
      cell: (row) => link(row, "driver_share", <Money amount={row.driver_share} />),
    },
    {
      id: "tips",
      label: t("reports.col_tips"),
      amount: true,
      cell: (row) => <Money amount={row.tips} />,
    },
  ];
}

export function driverEarningsTotals(
  { t, format }: Texts,
  driver: number | null,
): Totals<DriverEarningsReport> {
  const label = t("reports.total");
  return {
    label,
    cells: ({ totals, from, to }) => {
      const all = bookingsLink({ since: from, until: to }, "paid", driver ?? undefined);
      return {
        rides: (
          <Link to={all} aria-label={linkLabel(t, "rides", label)}>
            {format.number(totals.rides)}
          </Link>
        ),
        driver_share: (
          <Link to={all} aria-label={linkLabel(t, "driver_share", label)}>
            <Money amount={totals.driver_share} />
          </Link>
        ),
        tips: <Money amount={totals.tips} />,
      };
    },
  };
}
