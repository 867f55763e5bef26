import type { EditChanges } from "@/api/bookings";
import type { Booking, TripPoint } from "@/api/types";
import { chosen } from "@/ui/places/point";
import { outwardOf } from "@/ui/places/round-trip";
import { placesOf, type Stops, samePlace, samePlaces } from "@/ui/places/stops";
import { wallClock } from "@/ui/trip-time";

/** The fields of a booking that staff can edit. */
export interface EditDraft {
  pickup: TripPoint | null;
  drop: TripPoint | null;
  stops: Stops;
  /** A round trip: minutes that the driver waits at the drop-off; null for one way. */
  returnWait: number | null;
  /** Of a booking by the hour, which has no drop-off before its end; null of other trips. */
  hireMinutes: number | null;
  passengers: number;
  luggage: number;
  children: number;
  child_seats: number;
  carTypeId: number | null;
  parcelTypeId: number | null;
  optionId: number | null;
  later: boolean;
  /** The time by the platform's clock, such as "2026-11-22T14:05", or empty. */
  tripDate: string;
}

export function draftOf(booking: Booking, timeZone: string | undefined): EditDraft {
  return {
    pickup: booking.pickup,
    ...outwardOf(booking),
    returnWait: booking.return_wait_minutes,
    hireMinutes: booking.hire_minutes,
    passengers: booking.passengers,
    luggage: booking.luggage,
    children: booking.children,
    child_seats: booking.child_seats,
    carTypeId: booking.car_type.id,
    parcelTypeId: booking.parcel_type_selected?.id ?? null,
    optionId: booking.option_selected?.id ?? null,
    later: booking.book_later,
    tripDate: booking.book_later ? wallClock(new Date(booking.trip_date), timeZone) : "",
  };
}

/** Returns the differences from the original booking, or null while a place or the time is missing. */
export function changesOf(draft: EditDraft, before: EditDraft): EditChanges | null {
  const changes: EditChanges = {};
  for (const kind of ["pickup", "drop"] as const) {
    if (kind === "drop" && draft.hireMinutes !== null) continue;
    const point = chosen(draft[kind]);
    const was = before[kind];
    if (!point) return null;
    if (!was || !samePlace(point, was)) changes[kind] = point;
  }
  const stops = placesOf(draft.stops);
  if (!stops) return null;
  if (!samePlaces(stops, placesOf(before.stops) ?? [])) changes.stops = stops;
  if (draft.returnWait !== before.returnWait) changes.return_wait_minutes = draft.returnWait;
  if (draft.hireMinutes !== null && draft.hireMinutes !== before.hireMinutes)
    changes.hire_minutes = draft.hireMinutes;
  for (const name of ["passengers", "luggage", "children", "child_seats"] as const) {
    if (draft[name] !== before[name]) changes[name] = draft[name];
  }
  if (draft.carTypeId !== null && draft.carTypeId !== before.carTypeId) {
    changes.car_type_id = draft.carTypeId;
  }
  const { parcelTypeId, optionId } = draft;
  const sameParcel = parcelTypeId === before.parcelTypeId && optionId === before.optionId;
  if (!sameParcel) {
    changes.parcel_type_id = parcelTypeId;
    changes.option_id = optionId;
  }
  if (draft.later && !draft.tripDate) return null;
  if (draft.later !== before.later || (draft.later && draft.tripDate !== before.tripDate)) {
    changes.trip_date = draft.later ? draft.tripDate : null;
  }
  return changes;
}
