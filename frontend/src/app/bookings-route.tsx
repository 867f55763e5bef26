import type { ReactNode } from "react";
import { useMatch, useParams } from "react-router";
import { useViewer } from "@/api/session";
import { lazyPage } from "./lazy-page";
import { NotFoundPage } from "./static-pages";

const BookingsPage = lazyPage(
  async () => (await import("@/features/bookings/bookings-page")).BookingsPage,
);
const CalendarPage = lazyPage(
  async () => (await import("@/features/bookings/calendar-page")).CalendarPage,
);
const StaffArea = lazyPage(async () => (await import("./staff-area")).StaffArea);
const RideRecord = lazyPage(async () => (await import("./ride-record")).RideRecord);
const RiderRide = lazyPage(async () => (await import("./rider-ride")).RiderRide);
const DriverWork = lazyPage(async () => (await import("./driver-work")).DriverWork);
const ReceiptPage = lazyPage(
  async () => (await import("@/features/receipt/receipt-page")).ReceiptPage,
);

/** /bookings: the console of a driver, the list of bookings for all others. */
export function BookingsRoute() {
  const { role } = useViewer();
  return role === "driver" ? <DriverWork /> : <HistoryRoute />;
}

export function HistoryRoute() {
  return (
    <StaffOnly>
      <BookingsPage />
    </StaffOnly>
  );
}

export function CalendarRoute() {
  return (
    <StaffOnly>
      <CalendarPage />
    </StaffOnly>
  );
}

/** /bookings/:id: the trip page of a rider, the full record for all others; /receipt is the same for all. */
export function BookingRoute() {
  const { role } = useViewer();
  const id = Number(useParams().id);
  const receipt = useMatch("/bookings/:id/receipt");
  if (!Number.isSafeInteger(id) || id <= 0) return <NotFoundPage />;
  const page = receipt ? (
    <ReceiptPage id={id} />
  ) : role === "rider" ? (
    <RiderRide id={id} />
  ) : (
    <RideRecord id={id} />
  );
  return <StaffOnly>{page}</StaffOnly>;
}

/** Admins open bookings if their staff role allows it; other users open their own. */
function StaffOnly({ children }: { children: ReactNode }) {
  const { role } = useViewer();
  return role === "admin" ? <StaffArea area="bookings">{children}</StaffArea> : children;
}
