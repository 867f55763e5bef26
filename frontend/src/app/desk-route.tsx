import { BoardDialog } from "@/features/bookings/board-dialog";
import { SoundSwitch } from "@/features/dashboard/sound-switch";
import { DeskPage } from "@/features/desk/desk-page";
import { lazy } from "@/ui/lazy";

const BookingPanel = lazy(async () => {
  const [{ BookingPanel }, { restoreDraft }] = await Promise.all([
    import("@/features/booking/booking-panel"),
    import("@/features/booking/draft-store"),
  ]);
  await restoreDraft();
  return { default: BookingPanel };
});

/** The dispatcher's board with the dialogs of bookings and the booking form. */
export const DeskRoute = () => (
  <DeskPage
    dialog={(props) => <BoardDialog {...props} />}
    form={(props) => <BookingPanel {...props} />}
    sound={<SoundSwitch />}
  />
);
