import { Button, Modal } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Booking } from "@/api/types";
import { useFormat } from "@/i18n/use-format";
import { BookedArt } from "./booked-art";
import classes from "./booked-dialog.module.css";

interface BookedDialogProps {
  booking: Booking | null;
  onClose: () => void;
}

/** It worked: the reference, and the way to the trip. */
export function BookedDialog({ booking, onClose }: BookedDialogProps) {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  const context = booking?.app_category;
  return (
    <Modal
      opened={booking !== null}
      onClose={onClose}
      title={<span className="hx-visually-hidden">{t("booking.booked_title", { context })}</span>}
      closeButtonProps={{ "aria-label": t("app.close") }}
      size="sm"
    >
      {booking ? (
        <div className={classes.body}>
          <BookedArt />
          <p className={classes.title}>
            {t("errors.booking_success", { reference: booking.reference, context })}
          </p>
          <p className={classes.lead}>
            {booking.book_later
              ? t("booking.booked_lead_later", { time: dateTime(booking.trip_date), context })
              : t("booking.booked_lead", { context })}
          </p>
          <Button
            component={Link}
            to={`/bookings/${booking.id}`}
            variant="lamp"
            size="lg"
            fullWidth
            data-autofocus
          >
            {t("booking.follow", { context })}
          </Button>
          <Button variant="subtle" fullWidth onClick={onClose}>
            {t("app.close")}
          </Button>
        </div>
      ) : null}
    </Modal>
  );
}
