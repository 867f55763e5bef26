import { BoardDialog } from "@/features/bookings/board-dialog";
import { SoundSwitch } from "@/features/dashboard/sound-switch";
import { DeskPage } from "@/features/desk/desk-page";

/** The dispatcher's board with the dialogs of bookings. */
export const DeskRoute = () => (
  <DeskPage dialog={(props) => <BoardDialog {...props} />} sound={<SoundSwitch />} />
);
