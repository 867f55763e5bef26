import { useThrottledCallback } from "@mantine/hooks";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { alertsKey, alertsQuery } from "@/api/dashboard";
import { useTopic } from "@/realtime/hooks";

const POLL_MS = 15_000;
/** Bookings of a busy hour are many events and one look. */
const AT_MOST_EVERY_MS = 2_000;

/** All open alerts as they come; it polls as well, also in a hidden tab: no alert waits for a socket. */
export function useAlerts() {
  const client = useQueryClient();
  const refetch = useThrottledCallback(
    () => void client.invalidateQueries({ queryKey: alertsKey }),
    AT_MOST_EVERY_MS,
  );
  useTopic("bookings", { onEvent: refetch, onRefetch: refetch });
  return useQuery({
    ...alertsQuery(),
    refetchInterval: POLL_MS,
    refetchIntervalInBackground: true,
  });
}
