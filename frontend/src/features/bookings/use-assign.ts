import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { actOnBooking, bookingKey, bookingsKey } from "@/api/bookings";
import { outcomeUnknown } from "@/api/error";
import { newIdempotencyKey } from "@/api/request";
import { toast } from "@/ui/toast";

/** Offers the booking to a driver, by id. */
export function useAssign(bookingId: number, onDone: () => void) {
  const { t } = useTranslation();
  const client = useQueryClient();
  /** A retry with an unknown outcome uses the same key for the same driver. */
  const attempt = useRef<{ driver: number; key: string } | null>(null);
  return useMutation({
    mutationFn: (driver_id: number) => {
      if (attempt.current?.driver !== driver_id) {
        attempt.current = { driver: driver_id, key: newIdempotencyKey() };
      }
      return actOnBooking(bookingId, "assign", { driver_id }, attempt.current.key);
    },
    onSuccess: (changed) => {
      client.setQueryData(bookingKey(bookingId), changed);
      toast.success(t("bookings.assigned"));
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
