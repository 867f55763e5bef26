import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { dashboardChartQuery } from "@/api/dashboard";
import { driverEarningsReportKey } from "@/api/reports";
import type { DriverEarningsReport, DriverEarningsRow, PeriodGroup } from "@/api/types";
import { useFormat } from "@/i18n/use-format";
import { ChartCard } from "@/ui/chart/chart-card";
import { useCompact } from "@/ui/chart/use-compact";
import { DataList } from "@/ui/data-table/data-list";
import { PageHeader } from "@/ui/page-header";
import { PeriodTools } from "@/ui/periods/period-tools";
import { usePeriodLabels } from "@/ui/periods/use-period-labels";
import { type Periods, usePeriods } from "@/ui/periods/use-periods";
import { useAddress } from "@/ui/use-address";
import { driverEarningsColumns, driverEarningsTotals } from "./driver-earnings-columns";
import { DriverPicker } from "./driver-picker";
import classes from "./reports.module.css";

const GROUPS = ["day", "week", "month", "year"] as const satisfies readonly PeriodGroup[];

/** Each driver's earnings. A fleet admin sees the drivers of the fleet. */
export function DriverEarningsPage() {
  const { t } = useTranslation();
  const format = useFormat();
  const periods = usePeriods({ preset: "last_12_months", group: "month" });
  const { from, to, group } = periods;
  const labels = usePeriodLabels(group);
  const { params, change } = useAddress();
  const driver = Number(params.get("driver")) || null;
  const texts = { t, format, labels };

  return (
    <div className={classes.page}>
      <PageHeader title={t("reports.drivers")} />
      <DataList<DriverEarningsRow, DriverEarningsReport>
        name="driver-earnings"
        label={t("reports.drivers")}
        path="reports/driver-earnings/"
        queryKey={driverEarningsReportKey}
        rowId={(row) => `${row.since} ${row.driver.id}`}
        columns={driverEarningsColumns(group, texts, driver, (id) =>
          change({ driver: String(id) }),
        )}
        filters={[
          {
            name: "driver",
            label: t("reports.col_driver"),
            kind: "field",
            accepts: (value) => Number(value) > 0,
            render: (field) => <DriverPicker {...field} />,
          },
        ]}
        fixed={{ from, to, group }}
        lead={<PeriodTools periods={periods} groups={GROUPS} />}
        viewParams={["from", "to", "group"]}
        pageSize={100}
        rowName={(row) => `${row.driver.name}, ${labels.long(row.since)}`}
        empty={{ title: t("errors.no_data") }}
        noMatch={{ title: t("errors.no_data") }}
        exported={{ kind: "driver_earnings", lead: t("reports.export_drivers") }}
        totals={driverEarningsTotals(texts, driver)}
        above={() => (driver === null ? <SharesChart periods={periods} /> : null)}
      />
    </div>
  );
}

/** All drivers' shares over time. */
function SharesChart({ periods: { from, to, group } }: { periods: Periods }) {
  const { t } = useTranslation();
  const { money } = useFormat();
  const compact = useCompact();
  const labels = usePeriodLabels(group);
  const { data } = useQuery(dashboardChartQuery({ from, to, group }));
  if (!data) return null;
  return (
    <div className={classes.chart}>
      <ChartCard
        title={t("reports.drivers_chart")}
        periods={t(`reports.group_${group}`)}
        points={data.map((row) => ({
          key: row.since,
          label: labels.long(row.since),
          short: labels.short(row.since),
          values: [Number(row.driver_share)],
        }))}
        series={[{ key: "driver_share", label: t("reports.col_driver_share"), tone: "way" }]}
        format={(value) => money(value.toFixed(4))}
        formatShort={compact}
      />
    </div>
  );
}
