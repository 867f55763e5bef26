import { useThrottledCallback } from "@mantine/hooks";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { alertsKey, alertsQuery } from "@/api/dashboard";
import { useMay } from "@/api/permissions";
import { useTopic } from "@/realtime/hooks";

const POLL_MS = 15_000;
/** Combines the many events of a busy hour into one refetch. */
const AT_MOST_EVERY_MS = 5_000;

/**
 * All open alerts, live: those of bookings and of cases. Also polls, even in a hidden tab, for alerts that begin by
 * time, and so that none depends on the socket.
 */
export function useAlerts() {
  const client = useQueryClient();
  const may = useMay();
  const refetch = useThrottledCallback(
    () => void client.invalidateQueries({ queryKey: alertsKey }),
    AT_MOST_EVERY_MS,
  );
  useTopic("bookings", { onEvent: refetch, onRefetch: refetch });
  useTopic(may("cases") ? "cases" : null, { onEvent: refetch, onRefetch: refetch });
  return useQuery({
    ...alertsQuery(),
    refetchInterval: POLL_MS,
    refetchIntervalInBackground: true,
  });
}
