import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { bookingKey, bookingsKey } from "@/api/bookings";
import { outcomeUnknown } from "@/api/error";
import { newIdempotencyKey } from "@/api/request";
import type { Booking } from "@/api/types";
import { toast } from "@/ui/toast";

interface DriverChoice<Choice> {
  bookingId: number;
  send: (choice: Choice, key: string) => Promise<Booking>;
  notice: (choice: Choice) => string;
  onDone: () => void;
}

/** An action on a booking with a chosen driver. A retry with an unknown outcome sends the same choice only once. */
export function useDriverChoice<Choice>(action: DriverChoice<Choice>) {
  const { bookingId, send, notice, onDone } = action;
  const client = useQueryClient();
  const attempt = useRef<{ choice: Choice; key: string } | null>(null);
  return useMutation({
    mutationFn: (choice: Choice) => {
      if (attempt.current?.choice !== choice) {
        attempt.current = { choice, key: newIdempotencyKey() };
      }
      return send(choice, attempt.current.key);
    },
    onSuccess: (changed, choice) => {
      client.setQueryData(bookingKey(bookingId), changed);
      toast.success(notice(choice));
      attempt.current = null;
      onDone();
    },
    onError: (error) => {
      if (!outcomeUnknown(error)) attempt.current = null;
    },
    onSettled: () => {
      void client.invalidateQueries({ queryKey: [...bookingsKey, "list"] });
      return client.invalidateQueries({ queryKey: bookingKey(bookingId) });
    },
  });
}
