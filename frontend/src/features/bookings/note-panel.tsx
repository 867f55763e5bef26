import { useTranslation } from "react-i18next";
import type { Booking } from "@/api/types";
import { NotesCard } from "@/ui/notes/notes-card";
import { SidePanel } from "@/ui/side-panel";

/** What staff wrote about a booking, with the form for a new note. */
export function NotePanel({ booking, onClose }: { booking: Booking; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <SidePanel title={t("bookings.notes_of", { reference: booking.reference })} onClose={onClose}>
      <NotesCard subject={{ booking: booking.id }} autoFocus />
    </SidePanel>
  );
}
