import { useParams } from "react-router";
import { useViewer } from "@/api/session";
import { lazyPage } from "./lazy-page";
import { NotFoundPage } from "./odd-pages";
import { driverChat, riderChat } from "./ride-chat";
import { driverSafety, riderSafety } from "./ride-safety";

const BookingsPage = lazyPage(
  async () => (await import("@/features/bookings/bookings-page")).BookingsPage,
);
const BookingDetailPage = lazyPage(
  async () => (await import("@/features/bookings/booking-detail-page")).BookingDetailPage,
);
const TripPage = lazyPage(async () => (await import("@/features/trip/trip-page")).TripPage);
const DriverConsole = lazyPage(
  async () => (await import("@/features/driver/driver-console")).DriverConsole,
);

/** /bookings: a driver works here, everybody else looks things up. */
export function BookingsRoute() {
  const { role } = useViewer();
  return role === "driver" ? (
    <DriverConsole chat={driverChat} safety={driverSafety} />
  ) : (
    <BookingsPage />
  );
}

export function HistoryRoute() {
  return <BookingsPage />;
}

/** /bookings/:id: a rider rides along, everybody else reads the whole record. */
export function BookingRoute() {
  const { role } = useViewer();
  const id = Number(useParams().id);
  if (!Number.isSafeInteger(id) || id <= 0) return <NotFoundPage />;
  return role === "rider" ? (
    <TripPage id={id} chat={riderChat} safety={riderSafety} />
  ) : (
    <BookingDetailPage id={id} />
  );
}
