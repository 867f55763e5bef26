import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { dashboardChartQuery } from "@/api/dashboard";
import { earningsReportKey } from "@/api/reports";
import type { EarningsReport, EarningsRow, PeriodGroup } from "@/api/types";
import { useFormat } from "@/i18n/use-format";
import { ChartCard } from "@/ui/chart/chart-card";
import { useCompact } from "@/ui/chart/use-compact";
import { DataList } from "@/ui/data-table/data-list";
import { PageHeader } from "@/ui/page-header";
import { PeriodTools } from "@/ui/periods/period-tools";
import { usePeriodLabels } from "@/ui/periods/use-period-labels";
import { type Periods, usePeriods } from "@/ui/periods/use-periods";
import { earningsColumns, earningsOrder, earningsTotals } from "./earnings-columns";
import classes from "./reports.module.css";

const GROUPS = ["day", "week", "month", "year"] as const satisfies readonly PeriodGroup[];

/** The platform's earnings: document 3's columns by day, week, month or year. */
export function EarningsPage() {
  const { t } = useTranslation();
  const format = useFormat();
  const periods = usePeriods({ preset: "last_12_months", group: "month" });
  const { from, to, group } = periods;
  const labels = usePeriodLabels(group);
  const texts = { t, format, labels };

  return (
    <div className={classes.page}>
      <PageHeader title={t("reports.earnings")} />
      <DataList<EarningsRow, EarningsReport>
        name="earnings"
        label={t("reports.earnings")}
        path="reports/earnings/"
        queryKey={earningsReportKey}
        rowId={(row) => row.since}
        columns={earningsColumns(group, texts)}
        fixed={{ from, to, group }}
        lead={<PeriodTools periods={periods} groups={GROUPS} />}
        viewParams={["from", "to", "group"]}
        pageSize={100}
        whole={earningsOrder}
        rowName={(row) => labels.long(row.since)}
        empty={{ title: t("errors.no_data") }}
        exported={{ kind: "earnings", lead: t("reports.export_earnings") }}
        totals={earningsTotals(texts)}
        above={() => <EarningsCurves periods={periods} />}
        below={({ first }) =>
          Number(first.written_off) !== 0 ? (
            <p>{t("reports.written_off", { amount: format.money(first.written_off) })}</p>
          ) : null
        }
      />
    </div>
  );
}

/** Charts all periods, including those without a row in the table. */
function EarningsCurves({ periods: { from, to, group } }: { periods: Periods }) {
  const { t } = useTranslation();
  const { money } = useFormat();
  const compact = useCompact();
  const labels = usePeriodLabels(group);
  const { data } = useQuery(dashboardChartQuery({ from, to, group }));
  if (!data) return null;
  return (
    <div className={classes.chart}>
      <ChartCard
        title={t("reports.earnings_chart")}
        periods={t(`reports.group_${group}`)}
        points={data.map((row) => ({
          key: row.since,
          label: labels.long(row.since),
          short: labels.short(row.since),
          values: [Number(row.gross), Number(row.driver_share), Number(row.convenience_fees)],
        }))}
        series={[
          { key: "gross", label: t("reports.col_gross"), tone: "way" },
          { key: "driver_share", label: t("reports.col_driver_share"), tone: "lamp" },
          { key: "convenience_fees", label: t("reports.col_convenience_fees"), tone: "go" },
        ]}
        format={(value) => money(value.toFixed(4))}
        formatShort={compact}
      />
    </div>
  );
}
