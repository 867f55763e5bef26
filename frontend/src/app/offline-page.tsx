import { useEffect } from "react";
import { ApiError } from "@/api/error";
import { type LastTrip, lastTrips } from "@/api/last-trips";
import { retryInBackground, retryRestore, useViewer } from "@/api/session";
import { ErrorState } from "@/ui/states";
import { lazyPage, PageSlot } from "./lazy-page";

const LastTripsPage = lazyPage(
  async () => (await import("@/features/last-trip/last-trips-page")).LastTripsPage,
);

/** Retries are needed because the browser does not report when the server is reachable again. */
const RETRY_EVERY_MS = 10_000;
const NONE: LastTrip[] = [];

/** Returns the last known active trips while the server is unreachable; else an empty list. */
export function useOfflineTrips(): LastTrip[] {
  return useViewer().state === "offline" ? lastTrips() : NONE;
}

/** Shows the last known trip, or that there is no connection. */
export function OfflinePage() {
  const trips = useOfflineTrips();
  const retry = () => void retryRestore();

  useEffect(() => {
    const timer = setInterval(retryInBackground, RETRY_EVERY_MS);
    return () => clearInterval(timer);
  }, []);

  if (trips.length === 0) {
    return <ErrorState error={new ApiError(0, "network_error", "")} onRetry={retry} />;
  }
  return (
    <PageSlot>
      <LastTripsPage trips={trips} onRetry={retry} />
    </PageSlot>
  );
}
