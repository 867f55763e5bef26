import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Booking } from "@/api/types";
import { useFormat } from "@/i18n/use-format";
import { Modal } from "@/ui/dialog/modal";
import { BookedArt } from "./booked-art";
import classes from "./booked-dialog.module.css";

interface AddedDialogProps {
  booking: Booking | null;
  onClose: () => void;
  /** Starts another booking. */
  onAnother: () => void;
}

/** Confirms an admin's booking: its reference, a link to it, and a button for another one. */
export function AddedDialog({ booking, onClose, onAnother }: AddedDialogProps) {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  return (
    <Modal
      opened={booking !== null}
      onClose={onClose}
      title={<span className="hx-visually-hidden">{t("booking.added_title")}</span>}
      closeButtonProps={{ "aria-label": t("app.close") }}
      size="sm"
    >
      {booking ? (
        <div className={classes.body}>
          <BookedArt />
          <p className={classes.title}>
            {t("errors.booking_success", {
              reference: booking.reference,
              context: booking.app_category,
            })}
          </p>
          <p className={classes.lead}>
            {t(booking.book_later ? "booking.added_later" : "booking.added_now", {
              rider: booking.customer.name,
              time: dateTime(booking.trip_date),
            })}
          </p>
          <Button
            component={Link}
            to={`/bookings/${booking.id}`}
            variant="lamp"
            size="lg"
            fullWidth
            data-autofocus
          >
            {t("booking.open_booking")}
          </Button>
          <Button variant="default" fullWidth onClick={onAnother}>
            {t("booking.add_another", { context: booking.app_category })}
          </Button>
          <Button variant="subtle" fullWidth onClick={onClose}>
            {t("app.close")}
          </Button>
        </div>
      ) : null}
    </Modal>
  );
}
