import { useEffect } from "react";
import { ApiError } from "@/api/error";
import { type LastTrip, lastTrips } from "@/api/last-trips";
import { retryQuietly, retryTakeUp, useViewer } from "@/api/session";
import { ErrorState } from "@/ui/states";
import { lazyPage, PageSlot } from "./lazy-page";

const LastTripsPage = lazyPage(
  async () => (await import("@/features/last-trip/last-trips-page")).LastTripsPage,
);

/** A network that is back without a server behind it is not reported by the browser. */
const RETRY_EVERY_MS = 10_000;
const NONE: LastTrip[] = [];

/** The trips under way as last known, where the server cannot be reached; else none. */
export function useOfflineTrips(): LastTrip[] {
  return useViewer().state === "offline" ? lastTrips() : NONE;
}

/** Without a server: the trip as last known, or that there is no connection. */
export function OfflinePage() {
  const trips = useOfflineTrips();
  const retry = () => void retryTakeUp();

  useEffect(() => {
    const timer = setInterval(retryQuietly, RETRY_EVERY_MS);
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
