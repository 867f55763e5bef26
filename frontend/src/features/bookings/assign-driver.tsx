import { useTranslation } from "react-i18next";
import type { AssignableDriver } from "@/api/types";
import { useFormat } from "@/i18n/use-format";
import { Modal } from "@/ui/dialog/modal";
import classes from "./assign-driver.module.css";
import { DriverSearch } from "./driver-search";
import { isFarAhead } from "./far-ahead";
import { useAssign } from "./use-assign";

interface AssignDriverProps {
  /** Replaces the default action, which assigns the driver. */
  onPick?: (driver: AssignableDriver) => void;
  booking: {
    id: number;
    car_type: { name: string };
    pickup: { add: string };
    book_later: boolean;
    trip_date: string;
  };
  opened: boolean;
  onClose: () => void;
}

/** The drivers for the booking's car type, nearest first. A press offers the booking to one of them. */
export function AssignDriver({ booking, opened, onClose, onPick }: AssignDriverProps) {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  const assign = useAssign(booking.id, onClose);

  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t("bookings.assign_title")}
      closeButtonProps={{ "aria-label": t("app.close") }}
    >
      <div className={classes.body}>
        <p className={classes.lead}>
          {t("bookings.assign_lead", { car: booking.car_type.name, place: booking.pickup.add })}
        </p>
        {!onPick && isFarAhead(booking) ? (
          <p className={classes.early}>
            {t("bookings.assign_early", { time: dateTime(booking.trip_date) })}
          </p>
        ) : null}
        <DriverSearch
          bookingId={booking.id}
          opened={opened}
          label={t("bookings.assign")}
          nameOf={({ name }) => t(onPick ? "bookings.reassign_to" : "bookings.assign_to", { name })}
          error={assign.error}
          pending={assign.isPending ? assign.variables : null}
          onPick={(driver) => (onPick ? onPick(driver) : assign.mutate(driver.id))}
        />
      </div>
    </Modal>
  );
}
