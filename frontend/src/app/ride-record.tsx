import { useViewer } from "@/api/session";
import { BookingDetailPage } from "@/features/bookings/booking-detail-page";
import { chatRecord, driverChat } from "./ride-chat";

/** The full record of a trip, which also shows a driver a trip with an open payment. */
export function RideRecord({ id }: { id: number }) {
  const { role } = useViewer();
  return role === "driver" ? (
    <BookingDetailPage id={id} chat={driverChat} />
  ) : (
    <BookingDetailPage id={id} record={chatRecord} />
  );
}
