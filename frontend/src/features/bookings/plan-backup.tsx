import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { actOnBooking } from "@/api/bookings";
import type { Booking } from "@/api/types";
import { useFormat } from "@/i18n/use-format";
import { Modal } from "@/ui/dialog/modal";
import classes from "./assign-driver.module.css";
import { DriverSearch } from "./driver-search";
import { useDriverChoice } from "./use-driver-choice";

interface PlanBackupProps {
  booking: Booking;
  opened: boolean;
  onClose: () => void;
}

type Choice = number | "cancel-backup" | "use-backup";

const DONE = {
  "cancel-backup": "bookings.backup_removed",
  "use-backup": "bookings.backup_used",
} as const;

/** Names the driver who gets a scheduled trip if the first one cannot drive; also removes or plans this driver. */
export function PlanBackup({ booking, opened, onClose }: PlanBackupProps) {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  const backup = booking.backup_driver;
  const choice = useDriverChoice<Choice>({
    bookingId: booking.id,
    send: (chosen, key) =>
      typeof chosen === "number"
        ? actOnBooking(booking.id, "plan-backup", { driver_id: chosen }, key)
        : actOnBooking(booking.id, chosen, {}, key),
    notice: (chosen) => t(typeof chosen === "number" ? "bookings.backup_named" : DONE[chosen]),
    onDone: onClose,
  });
  const button = (action: "cancel-backup" | "use-backup", label: string) =>
    booking.actions.includes(action) ? (
      <Button
        variant="default"
        size="compact-md"
        loading={choice.isPending && choice.variables === action}
        disabled={choice.isPending}
        onClick={() => choice.mutate(action)}
      >
        {label}
      </Button>
    ) : null;

  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t("bookings.backup_title")}
      closeButtonProps={{ "aria-label": t("app.close") }}
    >
      <div className={classes.body}>
        <p className={classes.lead}>
          {t("bookings.backup_lead", { time: dateTime(booking.trip_date) })}
        </p>
        {backup ? (
          <div className={classes.planned}>
            <span>{t("bookings.backup_is", { name: backup.name })}</span>
            <span className={classes.choices}>
              {button("use-backup", t("bookings.backup_use"))}
              {button("cancel-backup", t("bookings.backup_remove"))}
            </span>
          </div>
        ) : null}
        <DriverSearch
          bookingId={booking.id}
          opened={opened}
          ahead
          label={t("bookings.backup_short")}
          nameOf={({ name }) => t("bookings.backup_to", { name })}
          error={choice.error}
          pending={
            choice.isPending && typeof choice.variables === "number" ? choice.variables : null
          }
          onPick={({ id }) => choice.mutate(id)}
        />
      </div>
    </Modal>
  );
}
