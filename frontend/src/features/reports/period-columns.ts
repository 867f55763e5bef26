import type { TFunction } from "i18next";
import type { PeriodGroup } from "@/api/types";
import type { CardPlace, Column } from "@/ui/data-table/types";
import type { usePeriodLabels } from "@/ui/periods/use-period-labels";

interface PeriodRow {
  since: string;
  /** The first day of a week in the report. */
  day: string | null;
}

/** The columns that name a row's period. They are always visible, because the rows mean nothing without them. */
export function periodColumns<Row extends PeriodRow>(
  group: PeriodGroup,
  labels: ReturnType<typeof usePeriodLabels>,
  t: TFunction,
  places: { last: CardPlace; others: CardPlace },
): Column<Row>[] {
  const year: Column<Row> = {
    id: "year",
    label: t("reports.col_year"),
    always: true,
    cell: (row) => labels.year(row.since),
  };
  const month: Column<Row> = {
    id: "month",
    label: t("reports.col_month"),
    always: true,
    cell: (row) => labels.month(row.since),
  };
  const day: Column<Row> = {
    id: "day",
    label: t(group === "week" ? "reports.group_week" : "reports.group_day"),
    always: true,
    cell: (row) => (group === "week" ? labels.long(row.day ?? row.since) : labels.day(row.since)),
  };
  const columns =
    group === "year" ? [year] : group === "month" ? [year, month] : [year, month, day];
  return columns.map((column, at) => ({
    ...column,
    place: at === columns.length - 1 ? places.last : places.others,
  }));
}
