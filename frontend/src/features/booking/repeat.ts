import type { Booking, TripPoint } from "@/api/types";
import { outwardOf } from "@/ui/places/round-trip";
import { type Draft, EMPTY_DRAFT } from "./draft";

const placeOf = ({ lat, lng, add }: TripPoint): TripPoint => ({ lat, lng, add });

/**
 * Returns the draft of a booking's trip for now, or of the way back: from its destination to its pickup, with the
 * stops in reverse order.
 */
export function tripAgain(booking: Booking, back: boolean): Draft {
  const pickup = placeOf(booking.pickup);
  const outward = outwardOf(booking);
  // Where a booking by the hour ended is no destination of the next one.
  const drop = booking.has_drop ? placeOf(outward.drop) : null;
  const recipient = {
    person: booking.delivery_person,
    phone: booking.delivery_person_phone,
    pickupInstructions: booking.pickup_instructions,
    deliveryInstructions: booking.delivery_instructions,
  };
  return {
    ...EMPTY_DRAFT,
    pickup: back ? drop : pickup,
    drop: back ? pickup : drop,
    stops: back ? outward.stops.toReversed() : outward.stops,
    returnWait: back ? null : booking.return_wait_minutes,
    hireMinutes: back ? null : booking.hire_minutes,
    passengers: booking.passengers,
    luggage: booking.luggage,
    children: booking.children,
    child_seats: booking.child_seats,
    carTypeId: booking.car_type.id,
    // The recipient of a parcel does not send it back to the same place.
    delivery: back ? EMPTY_DRAFT.delivery : recipient,
    paymentMode: booking.chosen_payment,
    paymentProvider: booking.chosen_provider || null,
    selected: "drop",
  };
}
