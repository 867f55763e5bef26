import { useTranslation } from "react-i18next";
import { actOnBooking } from "@/api/bookings";
import { useDriverChoice } from "./use-driver-choice";

/** Plans a driver for a scheduled trip, by id; null removes the plan. */
export function usePlan(bookingId: number, onDone: () => void) {
  const { t } = useTranslation();
  return useDriverChoice<number | null>({
    bookingId,
    send: (driver, key) =>
      driver === null
        ? actOnBooking(bookingId, "cancel-plan", {}, key)
        : actOnBooking(bookingId, "plan", { driver_id: driver }, key),
    notice: (driver) => t(driver === null ? "bookings.plan_removed" : "bookings.planned"),
    onDone,
  });
}
