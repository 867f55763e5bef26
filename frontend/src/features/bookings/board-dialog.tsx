import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { bookingQuery } from "@/api/bookings";
import type { Booking } from "@/api/types";
import { ChangeStops } from "@/ui/change-stops";
import { AssignDriver } from "./assign-driver";
import { AssignTo } from "./assign-to";
import { BookingDrawer } from "./booking-drawer";
import { CancelRow } from "./cancel-row";
import { EditBooking } from "./edit-booking";
import { isFarAhead } from "./far-ahead";
import { HoldSheet } from "./hold-sheet";
import { NotePanel } from "./note-panel";
import { PlanBackup } from "./plan-backup";
import { PlanDriver } from "./plan-driver";
import { PlanTo } from "./plan-to";
import { ReassignDriver } from "./reassign-driver";
import { SearchAgain } from "./search-again";
import { StaffSheet } from "./staff-sheet";

type BoardAction =
  | "open"
  | "note"
  | "assign"
  | "plan"
  | "plan-backup"
  | "hold"
  | "release-hold"
  | "reassign"
  | "unassign"
  | "edit"
  | "change-stops"
  | "cancel"
  | "search";

/** What an action becomes when a booking does not permit it, in this order. */
const INSTEAD: Partial<Record<BoardAction, BoardAction[]>> = {
  assign: ["plan", "reassign"],
  edit: ["change-stops"],
  hold: ["release-hold"],
};

interface BoardDialogProps {
  id: number;
  action: BoardAction;
  /** The chosen driver, for assign. */
  driver?: { id: number; name: string };
  onClose: () => void;
  /** The action is not possible now. */
  onRefused: () => void;
}

/**
 * Returns the action that the booking permits: assigning a trip far ahead is planning it, with a driver it is
 * reassigning; during the trip, only the stops can be edited.
 */
function permitted(booking: Booking, action: BoardAction): BoardAction | null {
  const possible: string[] = ["open", "note", ...booking.actions];
  const wanted =
    action === "assign" && isFarAhead(booking)
      ? ["plan" as const, action, "reassign" as const]
      : [action, ...(INSTEAD[action] ?? [])];
  return wanted.find((one) => possible.includes(one)) ?? null;
}

/** The dialog of an action on the dispatcher's board. */
export function BoardDialog({ id, action, driver, onClose, onRefused }: BoardDialogProps) {
  const client = useQueryClient();
  const { data: booking } = useQuery(bookingQuery(id));
  const [chosen, setChosen] = useState<BoardAction | null>(null);
  const refuse = useRef(onRefused);
  refuse.current = onRefused;
  // Decided once: a booking that changes under an open dialog is refused by the server, with the reason.
  useEffect(() => {
    let closed = false;
    const decide = async () => {
      const query = bookingQuery(id);
      // The board may show a change before the cached record does, so only a fresh record refuses.
      return (
        permitted(await client.ensureQueryData(query), action) ??
        permitted(await client.fetchQuery({ ...query, staleTime: 0 }), action)
      );
    };
    void decide()
      .catch(() => null)
      .then((decided) => {
        if (closed) return;
        if (decided) setChosen(decided);
        else refuse.current();
      });
    return () => {
      closed = true;
    };
  }, [client, id, action]);

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
    case "plan":
      return driver ? (
        <PlanTo booking={booking} driver={driver} onClose={onClose} />
      ) : (
        <PlanDriver booking={booking} opened onClose={onClose} />
      );
    case "plan-backup":
      return <PlanBackup booking={booking} opened onClose={onClose} />;
    case "note":
      return <NotePanel booking={booking} onClose={onClose} />;
    case "hold":
    case "release-hold":
      return <HoldSheet booking={booking} onClose={onClose} />;
    case "reassign":
      return <ReassignDriver booking={booking} driver={driver} opened onClose={onClose} />;
    case "unassign":
      return <StaffSheet booking={booking} action="unassign" onClose={onClose} />;
    case "edit":
      return <EditBooking booking={booking} onClose={onClose} />;
    case "change-stops":
      return <ChangeStops booking={booking} by="staff" onClose={onClose} />;
    case "cancel":
      return <CancelRow row={booking} onClose={onClose} />;
    case "search":
      return <SearchAgain id={id} opened onClose={onClose} />;
  }
}
