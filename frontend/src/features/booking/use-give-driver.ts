import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { actOnBooking, bookingKey, bookingsKey } from "@/api/bookings";
import { boardKey } from "@/api/desk";
import { newIdempotencyKey } from "@/api/request";
import type { Booking, DeskDriver } from "@/api/types";
import { errorText } from "@/i18n/error-text";
import { toast } from "@/ui/toast";

interface Given {
  booking: Booking;
  driver: DeskDriver;
}

/** Assigns a new booking to a driver, or plans the driver for a scheduled one; a refusal leaves it waiting. */
export function useGiveDriver() {
  const { t } = useTranslation();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ booking, driver }: Given) =>
      actOnBooking(
        booking.id,
        booking.book_later ? "plan" : "assign",
        { driver_id: driver.id },
        newIdempotencyKey(),
      ),
    // Callbacks of the hook also run after the form has closed.
    onSuccess: (changed, { booking, driver: { name } }) => {
      client.setQueryData(bookingKey(booking.id), changed);
      toast.success(
        t(booking.book_later ? "desk.driver_planned" : "desk.driver_assigned", { name }),
      );
    },
    onError: (error) => toast.failure(errorText(error, t)),
    onSettled: () => {
      void client.invalidateQueries({ queryKey: bookingsKey });
      void client.invalidateQueries({ queryKey: boardKey });
    },
  });
}
