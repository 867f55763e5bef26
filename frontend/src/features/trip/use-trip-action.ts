import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { type ActionBody, actOnBooking, bookingKey, bookingsKey } from "@/api/bookings";
import { ApiError } from "@/api/error";
import { meKey } from "@/api/me";
import { newIdempotencyKey } from "@/api/request";

type RiderAction = "cancel" | "pay" | "complete" | "tip";

/**
 * One action of the rider. The response goes into the cache; a rejection refetches the booking. The key is
 * reused while the outcome is unknown, so that a retry runs the action once.
 */
export function useTripAction<A extends RiderAction>(bookingId: number, action: A) {
  const client = useQueryClient();
  const key = useRef<string | null>(null);
  return useMutation({
    mutationFn: (body: ActionBody[A]) => {
      key.current ??= newIdempotencyKey();
      return actOnBooking(bookingId, action, body as never, key.current);
    },
    onSuccess: (booking) => {
      key.current = null;
      client.setQueryData(bookingKey(bookingId), booking);
      void client.invalidateQueries({ queryKey: [...bookingsKey, "list"] });
      void client.invalidateQueries({ queryKey: [...meKey, "wallet"] });
    },
    onError: (error) => {
      if (error instanceof ApiError && (error.isOffline || error.status >= 500)) return;
      key.current = null;
      void client.invalidateQueries({ queryKey: bookingKey(bookingId) });
    },
  });
}
