import { useMediaQuery } from "@mantine/hooks";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Booking } from "@/api/types";
import { GuardedDrawer } from "@/ui/guarded";
import { toast } from "@/ui/toast";
import { AddBookingFields } from "./add-booking-fields";
import classes from "./booking-panel.module.css";
import { BookingSteps } from "./booking-steps";
import { changeDraft, currentDraft } from "./draft-store";
import { useAddBooking } from "./use-add-booking";

interface BookingPanelProps {
  onClose: () => void;
  onBooked: (booking: Booking) => void;
}

/**
 * The admins' booking form over a page that stays in use: at the inline end on a desktop, the whole screen on a
 * phone.
 */
export function BookingPanel({ onClose, onBooked }: BookingPanelProps) {
  const { t } = useTranslation();
  const phone = useMediaQuery("(width < 48em)") ?? false;
  const [before] = useState(currentDraft);
  return (
    <GuardedDrawer
      opened
      onClose={() => {
        // What was typed here is discarded; the draft of the booking page stays.
        changeDraft(() => before);
        onClose();
      }}
      title={t("booking.add_title")}
      // Mantine mirrors left and right, so this is the inline end in both directions.
      position={phone ? "bottom" : "right"}
      size={phone ? "100%" : 460}
      withOverlay={phone}
      lockScroll={phone}
      closeButtonProps={{ "aria-label": t("app.close") }}
      classNames={{ content: classes.content ?? "", title: classes.title ?? "" }}
    >
      <PanelForm onBooked={onBooked} />
    </GuardedDrawer>
  );
}

function PanelForm({ onBooked }: Pick<BookingPanelProps, "onBooked">) {
  const { t } = useTranslation();
  const form = useAddBooking({
    page: "/desk",
    onBooked: (booking, withDriver) => {
      // With a driver, the reply to the assignment has its own message.
      if (!withDriver) {
        const { reference, app_category: context } = booking;
        toast.success(t("errors.booking_success", { reference, context }));
      }
      onBooked(booking);
    },
  });
  return (
    <div className={classes.form}>
      <AddBookingFields form={form} />
      <BookingSteps flow={form.flow} />
    </div>
  );
}
