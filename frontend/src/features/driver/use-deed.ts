import { useMutation, useQueryClient } from "@tanstack/react-query";
import { actOnBooking, bookingKey, bookingsKey } from "@/api/bookings";
import { ApiError } from "@/api/error";
import { earningsQuery, meKey, tasksKey } from "@/api/me";
import type { Booking } from "@/api/types";

type DriverAction =
  | "accept"
  | "decline"
  | "arrive"
  | "start"
  | "reach"
  | "collect-cash"
  | "request-payment"
  | "cancel";

export interface Deed {
  bookingId: number;
  action: DriverAction;
  body?: { otp?: string; reason?: string; reason_value?: number };
  /** One key a deed: it is sent again after a gap in the network, and done once. */
  key: string;
}

const AGAIN_AFTER_MS = 2_000;

function isOffline(error: unknown): boolean {
  return error instanceof ApiError && error.isOffline;
}

/** A driver's deed. While there is no network it waits and is sent again; `failureCount` above 0 says so. */
export function useDeed() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ bookingId, action, body, key }: Deed): Promise<Booking> =>
      actOnBooking<"start" | "cancel">(bookingId, action as "start", body ?? {}, key),
    retry: (_failures, error) => isOffline(error),
    retryDelay: AGAIN_AFTER_MS,
    onSuccess: (booking, { action }) => {
      if (action !== "decline") client.setQueryData(bookingKey(booking.id), booking);
    },
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: tasksKey }),
        client.invalidateQueries({ queryKey: [...bookingsKey, "list"] }),
        client.invalidateQueries({ queryKey: earningsQuery().queryKey }),
        client.invalidateQueries({ queryKey: meKey, exact: true }),
      ]),
  });
}
