import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { dashboardChartQuery } from "@/api/dashboard";
import { useFormat } from "@/i18n/use-format";
import { ChartCard } from "@/ui/chart/chart-card";
import { useCompact } from "@/ui/chart/use-compact";
import { PeriodTools } from "@/ui/periods/period-tools";
import { usePeriodLabels } from "@/ui/periods/use-period-labels";
import { usePeriods } from "@/ui/periods/use-periods";
import { ErrorState, LoadingState } from "@/ui/states";

const GROUPS = ["day", "month"] as const;

/** Convenience fees over time, as bars or as a table. */
export function EarningsChart() {
  const { t } = useTranslation();
  const { money } = useFormat();
  const periods = usePeriods({ preset: "last_30", group: "day" });
  const { from, to, group } = periods;
  const labels = usePeriodLabels(group);
  const { data, error, refetch } = useQuery(dashboardChartQuery({ from, to, group }));
  const compact = useCompact();
  if (error) return <ErrorState compact error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState label={t("app.loading")} />;
  return (
    <ChartCard
      title={t("dashboard.chart")}
      periods={t(`reports.group_${group}`)}
      tools={<PeriodTools periods={periods} groups={GROUPS} />}
      points={data.map((row) => ({
        key: row.since,
        label: labels.long(row.since),
        short: labels.short(row.since),
        values: [Number(row.convenience_fees)],
      }))}
      series={[{ key: "fees", label: t("dashboard.chart_fees"), tone: "go" }]}
      format={(value) => money(value.toFixed(4))}
      formatShort={compact}
    />
  );
}
