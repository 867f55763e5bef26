import { useTranslation } from "react-i18next";
import type { Booking } from "@/api/types";
import { useFormat } from "@/i18n/use-format";
import { ConfirmSheet } from "@/ui/confirm-sheet";
import { usePlan } from "./use-plan";

interface PlanToProps {
  booking: Booking;
  driver: { id: number; name: string };
  onClose: () => void;
}

/** Confirms that the chosen driver is planned for the scheduled trip. */
export function PlanTo({ booking, driver, onClose }: PlanToProps) {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  const plan = usePlan(booking.id, onClose);
  return (
    <ConfirmSheet
      opened
      onClose={onClose}
      title={t("bookings.plan_to", { name: driver.name })}
      confirmLabel={t("bookings.plan_short")}
      onConfirm={() => plan.mutate(driver.id)}
      working={plan.isPending}
      error={plan.error}
      guarded={false}
    >
      <p>{t("bookings.plan_lead", { time: dateTime(booking.trip_date) })}</p>
    </ConfirmSheet>
  );
}
