import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { actOnBooking, bookingKey, bookingsKey } from "@/api/bookings";
import { outcomeUnknown } from "@/api/error";
import { newIdempotencyKey } from "@/api/request";
import { toast } from "@/ui/toast";

/** Plans a driver for a scheduled trip, by id; null removes the plan. */
export function usePlan(bookingId: number, onDone: () => void) {
  const { t } = useTranslation();
  const client = useQueryClient();
  /** A retry with an unknown outcome uses the same key for the same driver. */
  const attempt = useRef<{ driver: number | null; key: string } | null>(null);
  return useMutation({
    mutationFn: (driver: number | null) => {
      if (attempt.current?.driver !== driver) {
        attempt.current = { driver, key: newIdempotencyKey() };
      }
      const { key } = attempt.current;
      return driver === null
        ? actOnBooking(bookingId, "cancel-plan", {}, key)
        : actOnBooking(bookingId, "plan", { driver_id: driver }, key);
    },
    onSuccess: (changed, driver) => {
      client.setQueryData(bookingKey(bookingId), changed);
      toast.success(t(driver === null ? "bookings.plan_removed" : "bookings.planned"));
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
