import { useTranslation } from "react-i18next";
import { actOnBooking } from "@/api/bookings";
import { useDriverChoice } from "./use-driver-choice";

/** Offers the booking to a driver, by id. */
export function useAssign(bookingId: number, onDone: () => void) {
  const { t } = useTranslation();
  return useDriverChoice<number>({
    bookingId,
    send: (driver_id, key) => actOnBooking(bookingId, "assign", { driver_id }, key),
    notice: () => t("bookings.assigned"),
    onDone,
  });
}
