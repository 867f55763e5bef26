import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { bookingQuery } from "@/api/bookings";
import { AssignDriver } from "./assign-driver";
import { AssignTo } from "./assign-to";
import { BookingDrawer } from "./booking-drawer";
import { CancelRow } from "./cancel-row";
import { EditBooking } from "./edit-booking";
import { ReassignDriver } from "./reassign-driver";
import { SearchAgain } from "./search-again";
import { StaffSheet } from "./staff-sheet";

type BoardAction = "open" | "assign" | "reassign" | "unassign" | "edit" | "cancel" | "search";

interface BoardDialogProps {
  id: number;
  action: BoardAction;
  /** The chosen driver, for assign. */
  driver?: { id: number; name: string };
  onClose: () => void;
  /** The action is not possible now. */
  onRefused: () => void;
}

/** The dialog of an action on the dispatcher's board. */
export function BoardDialog({ id, action, driver, onClose, onRefused }: BoardDialogProps) {
  const { data: booking, error } = useQuery(bookingQuery(id));
  const [chosen, setChosen] = useState<BoardAction | null>(null);
  const refuse = useRef(onRefused);
  refuse.current = onRefused;
  // Decided once: a booking that changes under an open dialog is refused by the server, with the reason.
  useEffect(() => {
    if (chosen || (!booking && !error)) return;
    const possible = ["open", ...(booking?.actions ?? [])];
    // Of a booking with a driver, assigning is reassigning.
    const wanted = action === "assign" && !possible.includes(action) ? "reassign" : action;
    if (booking && possible.includes(wanted)) setChosen(wanted);
    else refuse.current();
  }, [booking, error, action, chosen]);

  if (!booking || !chosen) return null;
  switch (chosen) {
    case "open":
      return <BookingDrawer booking={booking} onClose={onClose} />;
    case "assign":
      return driver ? (
        <AssignTo booking={booking} driver={driver} onClose={onClose} />
      ) : (
        <AssignDriver booking={booking} opened onClose={onClose} />
      );
    case "reassign":
      return <ReassignDriver booking={booking} driver={driver} opened onClose={onClose} />;
    case "unassign":
      return <StaffSheet booking={booking} action="unassign" onClose={onClose} />;
    case "edit":
      return <EditBooking booking={booking} onClose={onClose} />;
    case "cancel":
      return <CancelRow row={booking} onClose={onClose} />;
    case "search":
      return <SearchAgain id={id} opened onClose={onClose} />;
  }
}
