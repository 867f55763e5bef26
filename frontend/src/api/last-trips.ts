import type { BookingStatus, UserType } from "./types";

/**
 * What a rider or a driver needs of a trip under way when a page opens without a network. It is on this device
 * for as long as the session and the trip last, and holds nothing else of either person.
 */
export interface LastTrip {
  /** Whose session it came with. */
  user: number;
  role: UserType;
  id: number;
  reference: string;
  status: BookingStatus;
  category: string;
  /** When the server sent it, in milliseconds. */
  knownAt: number;
  /** When a trip that was booked for later begins. */
  scheduledFor: string | null;
  pickup: string;
  drop: string;
  /** The other one on the trip: to a rider the driver, to a driver the rider. */
  name: string;
  phone: string;
  plate: string;
  car: string;
  /** The code that a rider gives at the start, or a recipient at the drop-off. */
  code: string;
}

const KEY = "hansom.last-trips";
/** No trip lasts a day; what a page that never came back left behind is not shown for ever. */
const MAX_AGE_MS = 24 * 60 * 60_000;

/** The stored trips that are not too old, the latest first. */
export function lastTrips(now = Date.now()): LastTrip[] {
  try {
    const trips = JSON.parse(localStorage.getItem(KEY) ?? "[]") as LastTrip[];
    return trips
      .filter(({ knownAt }) => now - knownAt < MAX_AGE_MS)
      .sort((a, b) => b.knownAt - a.knownAt);
  } catch {
    return [];
  }
}

function store(trips: LastTrip[]): void {
  try {
    if (trips.length > 0) localStorage.setItem(KEY, JSON.stringify(trips));
    else localStorage.removeItem(KEY);
  } catch {
    // Storage is full: an offline reload then shows no trip.
  }
}

export function saveLastTrip(trip: LastTrip): void {
  store([trip, ...lastTrips().filter(({ id }) => id !== trip.id)]);
}

/** Removes what does not match; without a predicate, everything. */
export function pruneLastTrips(stays: (trip: LastTrip) => boolean = () => false): void {
  if (localStorage.getItem(KEY) !== null) store(lastTrips().filter(stays));
}
