import type { LastTrip } from "@/api/last-trips";
import type { Booking, BookingStatus, Me } from "@/api/types";

const LIVE = new Set<BookingStatus>([
  "NEW",
  "ACCEPTED",
  "ARRIVED",
  "STARTED",
  "REACHED",
  "PENDING",
]);
const CODE_WANTED = {
  taxi: new Set<BookingStatus>(["ACCEPTED", "ARRIVED"]),
  delivery: new Set<BookingStatus>(["NEW", "ACCEPTED", "ARRIVED", "STARTED"]),
};

/** Returns the data of a booking that is stored for offline use; null once the trip is over. */
export function lastTripOf(booking: Booking, me: Me, knownAt: number): LastTrip | null {
  const { status, driver, customer } = booking;
  if (!LIVE.has(status)) return null;
  const rides = me.user_type === "rider";
  const delivery = booking.app_category === "delivery";
  const codeShown = CODE_WANTED[delivery ? "delivery" : "taxi"].has(status);
  const model = [driver?.vehicle_make, driver?.vehicle_model].filter(Boolean).join(" ");
  return {
    user: me.id,
    role: me.user_type,
    id: booking.id,
    reference: booking.reference,
    status,
    category: booking.app_category,
    knownAt,
    scheduledFor: booking.book_later && status === "NEW" ? booking.trip_date : null,
    pickup: booking.pickup.add,
    drop: booking.drop.add,
    name: (rides ? driver?.name : customer.name) ?? "",
    phone: (rides ? driver?.contact : customer.contact) ?? "",
    plate: driver?.vehicle_number ?? "",
    car: driver ? model || booking.car_type.name : "",
    code: rides && codeShown ? (booking.otp ?? "") : "",
  };
}
