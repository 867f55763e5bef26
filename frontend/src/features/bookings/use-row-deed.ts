import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type ActionBody, actOnBooking, bookingKey, bookingsKey } from "@/api/bookings";
import { meKey } from "@/api/me";
import { newIdempotencyKey } from "@/api/request";

/** One deed on a row; trying again is the same deed. Afterwards the list is asked for afresh, refused or not. */
export function useRowDeed<A extends "cancel" | "pay">(id: number, action: A, onDone: () => void) {
  const client = useQueryClient();
  const [key] = useState(newIdempotencyKey);
  return useMutation({
    mutationFn: (body: ActionBody[A]) => actOnBooking(id, action, body as never, key),
    onSuccess: (booking) => {
      client.setQueryData(bookingKey(id), booking);
      void client.invalidateQueries({ queryKey: [...meKey, "wallet"] });
      onDone();
    },
    // What was shown is asked for afresh: the fee may have changed.
    onError: () => client.invalidateQueries({ queryKey: bookingKey(id) }),
    onSettled: () => client.invalidateQueries({ queryKey: [...bookingsKey, "list"] }),
  });
}
