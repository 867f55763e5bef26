import { useSearchParams } from "react-router";
import { useMay } from "@/api/permissions";
import { useViewer } from "@/api/session";

/** The parameters of the address that the booking form reads. */
const OF_FORM = ["new", "rider", "call", "phone", "repeat", "return"];

/** Whether the booking form is open over the board: the address says it, so that a call's link opens it too. */
export function useBookingPanel() {
  const [params, setParams] = useSearchParams();
  const { role } = useViewer();
  const may = useMay();
  const allowed = role === "admin" && may("bookings", "change");
  const show = (shown: Record<string, string>) =>
    setParams(
      (before) => {
        for (const name of OF_FORM) before.delete(name);
        for (const [name, value] of Object.entries(shown)) before.set(name, value);
        return before;
      },
      { replace: true },
    );
  return {
    allowed,
    opened: allowed && params.has("new"),
    /** Opens the form, empty or with the trip of a booking again or back. */
    open: (trip?: { how: "repeat" | "return"; id: number }) => {
      if (allowed) show({ new: "1", ...(trip ? { [trip.how]: String(trip.id) } : {}) });
    },
    close: () => show({}),
  };
}

export type BookingPanelState = ReturnType<typeof useBookingPanel>;
