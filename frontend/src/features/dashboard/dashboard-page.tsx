import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { dashboardDriversQuery } from "@/api/dashboard";
import { useViewer } from "@/api/session";
import { useFleet } from "@/realtime/fleet";
import { PageHeader } from "@/ui/page-header";
import { ErrorState, LoadingState } from "@/ui/states";
import { Alarms } from "./alarms";
import { AlertsPanel } from "./alerts-panel";
import classes from "./dashboard.module.css";
import { DriverList } from "./driver-list";
import { EarningsChart } from "./earnings-chart";
import { FigureCards } from "./figure-cards";

const FleetMap = lazy(async () => ({ default: (await import("./fleet-map")).FleetMap }));

/** Today in one look: what was earned, who drives, where they are. */
export function DashboardPage() {
  const { t } = useTranslation();
  const { role } = useViewer();
  const { data: drivers, error, refetch } = useQuery(dashboardDriversQuery());
  const [selected, setSelected] = useState<number | null>(null);
  const fleet = useFleet(drivers, () => void refetch());

  return (
    <div className={classes.page}>
      <PageHeader title={t("dashboard.title")} />
      {role === "admin" ? <Alarms /> : null}
      <FigureCards />
      <AlertsPanel />
      {error && !drivers ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      <div className={classes.live}>
        <div className={classes.map}>
          <Suspense fallback={<LoadingState label={t("map.loading")} />}>
            <FleetMap fleet={fleet} selectedId={selected} onSelect={setSelected} />
          </Suspense>
        </div>
        <DriverList
          fleet={fleet}
          loading={drivers === undefined && !error}
          selectedId={selected}
          onSelect={setSelected}
        />
      </div>
      <EarningsChart />
    </div>
  );
}
