import { Button } from "@mantine/core";
import { useDisclosure, useLocalStorage } from "@mantine/hooks";
import { IconDownload } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { dashboardChartQuery } from "@/api/dashboard";
import { earningsReportQuery } from "@/api/reports";
import type { PeriodGroup } from "@/api/types";
import { useFormat } from "@/i18n/use-format";
import { ChartCard } from "@/ui/chart/chart-card";
import { useCompact } from "@/ui/chart/use-compact";
import { lazy } from "@/ui/lazy";
import { PageHeader } from "@/ui/page-header";
import { PeriodTools } from "@/ui/periods/period-tools";
import { usePeriodLabels } from "@/ui/periods/use-period-labels";
import { type Periods, usePeriods } from "@/ui/periods/use-periods";
import { EmptyState, ErrorState, LoadingState } from "@/ui/states";
import { ColumnMenu } from "./column-menu";
import { EARNINGS_COLUMNS, type EarningsColumn, type Sort } from "./columns";
import { EarningsTable } from "./earnings-table";
import classes from "./reports.module.css";

const ExportDialog = lazy(async () => ({
  default: (await import("@/ui/export/export-dialog")).ExportDialog,
}));
const GROUPS = ["day", "week", "month", "year"] as const satisfies readonly PeriodGroup[];
const ALL: EarningsColumn[] = EARNINGS_COLUMNS.map(({ id }) => id);

/** What the platform earned: document 3's columns, by day, week, month or year. */
export function EarningsPage() {
  const { t } = useTranslation();
  const { money } = useFormat();
  const periods = usePeriods({ preset: "last_12_months", group: "month" });
  const { from, to, group } = periods;
  const { data, error, refetch } = useQuery(earningsReportQuery({ from, to, group }));
  const [sort, setSort] = useState<Sort>({ column: "period", descending: true });
  const [shown, setShown] = useLocalStorage({
    key: "hansom.earnings-columns",
    defaultValue: ALL,
  });
  const [exporting, exporter] = useDisclosure(false);

  return (
    <div className={classes.page}>
      <PageHeader
        title={t("reports.earnings")}
        actions={
          <>
            <ColumnMenu
              columns={EARNINGS_COLUMNS.map(({ id }) => ({ id, label: t(`reports.col_${id}`) }))}
              shown={shown}
              onChange={setShown}
            />
            <Button
              variant="default"
              leftSection={<IconDownload size={18} aria-hidden="true" />}
              aria-haspopup="dialog"
              onClick={exporter.open}
            >
              {t("history.export")}
            </Button>
          </>
        }
      />
      <PeriodTools periods={periods} groups={GROUPS} />
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <LoadingState label={t("app.loading")} />
      ) : data.results.length === 0 ? (
        <EmptyState title={t("errors.no_data")} />
      ) : (
        <>
          <EarningsCurves periods={periods} />
          <EarningsTable
            report={data}
            shown={shown}
            sort={sort}
            onSort={(column) =>
              setSort((now) => ({
                column,
                descending: now.column === column ? !now.descending : true,
              }))
            }
          />
          {Number(data.written_off) !== 0 ? (
            <p>{t("reports.written_off", { amount: money(data.written_off) })}</p>
          ) : null}
        </>
      )}
      <Suspense fallback={null}>
        {exporting ? (
          <ExportDialog
            kind="earnings"
            filters={{ from, to, group }}
            lead={t("reports.export_earnings")}
            shown={["year", "month", "day", ...shown].filter(
              (name) => group === "day" || group === "week" || name !== "day",
            )}
            opened
            onClose={exporter.close}
          />
        ) : null}
      </Suspense>
    </div>
  );
}

/** Over all periods, also those of which the table has no row. */
function EarningsCurves({ periods: { from, to, group } }: { periods: Periods }) {
  const { t } = useTranslation();
  const { money } = useFormat();
  const compact = useCompact();
  const labels = usePeriodLabels(group);
  const { data } = useQuery(dashboardChartQuery({ from, to, group }));
  if (!data) return null;
  return (
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
  );
}
