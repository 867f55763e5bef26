import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type ActionBody, actOnBooking, bookingKey, bookingsKey } from "@/api/bookings";
import { meKey } from "@/api/me";
import { newIdempotencyKey } from "@/api/request";

/** Runs an action on a row. A retry uses the same key. The list is refetched afterwards, even after an error. */
export function useRowAction<A extends "cancel" | "pay">(
  id: number,
  action: A,
  onDone: () => void,
) {
  const client = useQueryClient();
  const [key] = useState(newIdempotencyKey);
  return useMutation({
    mutationFn: (body: ActionBody[A]) => actOnBooking(id, action, body as never, key),
    onSuccess: (booking) => {
      client.setQueryData(bookingKey(id), booking);
      void client.invalidateQueries({ queryKey: [...meKey, "wallet"] });
      onDone();
    },
    // Refetch the booking: the fee may have changed.
    onError: () => client.invalidateQueries({ queryKey: bookingKey(id) }),
    onSettled: () => client.invalidateQueries({ queryKey: [...bookingsKey, "list"] }),
  });
}
