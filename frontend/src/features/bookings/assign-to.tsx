import { useTranslation } from "react-i18next";
import type { Booking } from "@/api/types";
import { ConfirmSheet } from "@/ui/confirm-sheet";
import { useAssign } from "./use-assign";

interface AssignToProps {
  booking: Booking;
  driver: { id: number; name: string };
  onClose: () => void;
}

/** Confirms that the booking is offered to the chosen driver. */
export function AssignTo({ booking, driver, onClose }: AssignToProps) {
  const { t } = useTranslation();
  const assign = useAssign(booking.id, onClose);
  return (
    <ConfirmSheet
      opened
      onClose={onClose}
      title={t("bookings.assign_to", { name: driver.name })}
      confirmLabel={t("bookings.assign")}
      onConfirm={() => assign.mutate(driver.id)}
      working={assign.isPending}
      error={assign.error}
      guarded={false}
    >
      <p>{t("bookings.assign_lead", { car: booking.car_type.name, place: booking.pickup.add })}</p>
    </ConfirmSheet>
  );
}
