import type { Booking, BookingStatus } from "@/api/types";
import { waitAhead } from "@/ui/places/round-trip";

/** The trip's status as one sentence: a translation key and its values. */
export interface Headline {
  key:
    | "now_new"
    | "now_again"
    | "now_held"
    | "now_scheduled"
    | "now_accepted"
    | "now_arrived"
    | "now_started"
    | "now_hired"
    | "now_reached"
    | "now_pending"
    | "now_paid"
    | "now_complete"
    | "now_cancelled"
    | "now_payment_pending";
  /** Seconds to the pickup or drop-off while the car is on its way there. */
  etaSeconds: number | null;
}

const PLAIN: Partial<Record<BookingStatus, Headline["key"]>> = {
  PAYMENT_PENDING: "now_payment_pending",
  ARRIVED: "now_arrived",
  REACHED: "now_reached",
  PENDING: "now_pending",
  PAID: "now_paid",
  COMPLETE: "now_complete",
  CANCELLED: "now_cancelled",
};

const RELEASE_MS = 15 * 60_000;

/** Returns when dispatch starts for a later trip, or null once it has. */
export function releaseOf(booking: Booking, now: Date): Date | null {
  const at = Date.parse(booking.trip_date) - RELEASE_MS;
  const waits = booking.status === "NEW" && booking.book_later && at > now.getTime();
  return waits ? new Date(at) : null;
}

/** Returns when the driver search started, in milliseconds. It restarts after a driver cancels. */
export function searchStartedAt({ trip_date, book_later, redispatched_at }: Booking): number {
  const released = Date.parse(trip_date) - (book_later ? RELEASE_MS : 0);
  return Math.max(released, redispatched_at ? Date.parse(redispatched_at) : 0);
}

/** Returns the time until the end of the trip, with the planned wait of a round trip. */
const arrivalOf = (booking: Booking) =>
  booking.drop_eta_seconds === null ? null : booking.drop_eta_seconds + waitAhead(booking);

export function headlineOf(booking: Booking, now: Date): Headline {
  switch (booking.status) {
    case "NEW":
      if (releaseOf(booking, now)) return { key: "now_scheduled", etaSeconds: null };
      if (booking.held_until) return { key: "now_held", etaSeconds: null };
      // A driver accepted the trip and cancelled.
      return { key: booking.redispatched_at ? "now_again" : "now_new", etaSeconds: null };
    case "ACCEPTED":
      return { key: "now_accepted", etaSeconds: booking.pickup_eta_seconds };
    case "STARTED":
      if (booking.hire_minutes !== null) return { key: "now_hired", etaSeconds: null };
      return { key: "now_started", etaSeconds: arrivalOf(booking) };
    default:
      return { key: PLAIN[booking.status] ?? "now_new", etaSeconds: null };
  }
}

/** Returns the first part of an address, which identifies the place in a sentence. */
export function shortPlace(address: string): string {
  return address.split(/[,،]/)[0]?.trim() || address;
}

export function firstName(name: string): string {
  return name.trim().split(/\s+/)[0] ?? "";
}
