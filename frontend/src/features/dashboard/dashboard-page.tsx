import { useThrottledCallback } from "@mantine/hooks";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Suspense, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { dashboardDriversQuery, dashboardKey } from "@/api/dashboard";
import { useMay } from "@/api/permissions";
import { useViewer } from "@/api/session";
import { useFleet } from "@/realtime/fleet";
import { useTopic } from "@/realtime/hooks";
import { lazy } from "@/ui/lazy";
import { PageHeader } from "@/ui/page-header";
import { ErrorState, LoadingState } from "@/ui/states";
import { Alarms } from "./alarms";
import { AlertsPanel } from "./alerts-panel";
import classes from "./dashboard.module.css";
import { DriverList } from "./driver-list";
import { EarningsChart } from "./earnings-chart";
import { FigureCards } from "./figure-cards";

const FleetMap = lazy(async () => ({ default: (await import("./fleet-map")).FleetMap }));

/** A silent driver sends no event, so the page also polls. */
const POLL_MS = 30_000;
const AT_MOST_EVERY_MS = 3_000;

/** Today's figures, the drivers and the map. */
export function DashboardPage() {
  const { t } = useTranslation();
  const { role } = useViewer();
  const may = useMay();
  const seesBookings = may("bookings");
  const {
    data: drivers,
    error,
    refetch,
  } = useQuery({
    ...dashboardDriversQuery(),
    refetchInterval: POLL_MS,
    enabled: seesBookings,
  });
  const client = useQueryClient();
  // The counters, the list and the map are refetched together.
  const refresh = useThrottledCallback(() => {
    void refetch();
    void client.invalidateQueries({ queryKey: dashboardKey });
  }, AT_MOST_EVERY_MS);
  useTopic(seesBookings ? "bookings" : null, { onEvent: refresh, onRefetch: refresh });
  // "Show on map" on a driver's page sets the driver.
  const [params] = useSearchParams();
  const wanted = Number(params.get("driver")) || null;
  const map = useRef<HTMLDivElement>(null);
  const [selected, setSelected] = useState<number | null>(wanted);
  useEffect(() => {
    if (wanted !== null) map.current?.scrollIntoView?.({ block: "center" });
  }, [wanted]);
  const failed = error !== null && !drivers;
  const fleet = useFleet(drivers, () => refresh());

  return (
    <div className={classes.page}>
      <PageHeader title={t("dashboard.title")} />
      {role === "admin" && may("cases") ? <Alarms /> : null}
      <FigureCards online={drivers?.length} />
      <AlertsPanel />
      {failed ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {seesBookings ? (
        <div className={classes.live} ref={map}>
          <div className={classes.map}>
            <Suspense fallback={<LoadingState label={t("map.loading")} />}>
              <FleetMap fleet={fleet} selectedId={selected} onSelect={setSelected} />
            </Suspense>
          </div>
          <DriverList fleet={fleet} selectedId={selected} onSelect={setSelected} failed={failed} />
        </div>
      ) : null}
      {may("money") ? <EarningsChart /> : null}
    </div>
  );
}
