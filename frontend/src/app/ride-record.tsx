import { useViewer } from "@/api/session";
import { BookingDetailPage } from "@/features/bookings/booking-detail-page";
import { chatRecord, driverChat } from "./ride-chat";

/** The whole record of a ride; its driver may have left the console while the money is still to come. */
export function RideRecord({ id }: { id: number }) {
  const { role } = useViewer();
  return role === "driver" ? (
    <BookingDetailPage id={id} chat={driverChat} />
  ) : (
    <BookingDetailPage id={id} record={chatRecord} />
  );
}
