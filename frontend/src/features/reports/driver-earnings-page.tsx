import { Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconDownload } from "@tabler/icons-react";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { dashboardChartQuery } from "@/api/dashboard";
import { driverEarningsReportQuery } from "@/api/reports";
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
import { useAddress } from "@/ui/use-address";
import { DriverEarningsTable, type Ordering, readOrdering } from "./driver-earnings-table";
import { DriverPicker } from "./driver-picker";
import classes from "./reports.module.css";

const ExportDialog = lazy(async () => ({
  default: (await import("@/ui/export/export-dialog")).ExportDialog,
}));
const GROUPS = ["day", "week", "month", "year"] as const satisfies readonly PeriodGroup[];

/** What each driver earned; a fleet admin's own alone. */
export function DriverEarningsPage() {
  const { t } = useTranslation();
  const periods = usePeriods({ preset: "last_12_months", group: "month" });
  const { from, to, group } = periods;
  const { params, change } = useAddress();
  const ordering = readOrdering(params.get("sort"));
  const driver = Number(params.get("driver")) || null;
  const filters = { from, to, group, driver };
  const list = useInfiniteQuery(driverEarningsReportQuery({ ...filters, ordering }));
  const [exporting, exporter] = useDisclosure(false);
  const first = list.data?.pages[0];
  const rows = list.data?.pages.flatMap((page) => page.results) ?? [];
  const set = (name: string, value: string) => change({ [name]: value });

  return (
    <div className={classes.page}>
      <PageHeader
        title={t("reports.drivers")}
        actions={
          <Button
            variant="default"
            leftSection={<IconDownload size={18} aria-hidden="true" />}
            aria-haspopup="dialog"
            onClick={exporter.open}
          >
            {t("history.export")}
          </Button>
        }
      />
      <PeriodTools periods={periods} groups={GROUPS} />
      <DriverPicker
        driver={driver}
        named={first?.driver}
        onChange={(id) => set("driver", id === null ? "" : String(id))}
      />
      {list.isError && !first ? (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} />
      ) : !first ? (
        <LoadingState label={t("app.loading")} />
      ) : rows.length === 0 ? (
        <EmptyState title={t("errors.no_data")} />
      ) : (
        <>
          {driver === null ? <SharesChart periods={periods} /> : null}
          <DriverEarningsTable
            rows={rows}
            report={first}
            driver={driver}
            ordering={ordering}
            onOrder={(next: Ordering) => set("sort", next === "-period" ? "" : next)}
            onDriver={(id) => set("driver", String(id))}
          />
          {list.hasNextPage ? (
            <Button
              className={classes.only ?? ""}
              variant="default"
              loading={list.isFetchingNextPage}
              onClick={() => void list.fetchNextPage()}
            >
              {t("bookings.more")}
            </Button>
          ) : null}
        </>
      )}
      <Suspense fallback={null}>
        {exporting ? (
          <ExportDialog
            kind="driver_earnings"
            filters={filters}
            lead={t("reports.export_drivers")}
            opened
            onClose={exporter.close}
          />
        ) : null}
      </Suspense>
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
  );
}
