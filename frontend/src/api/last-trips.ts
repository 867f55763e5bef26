import type { BookingStatus, UserType } from "./types";

/**
 * The data of an active trip that a rider or driver needs when a page opens offline. It is stored on this
 * device only while the session and the trip last, and contains nothing else about either user.
 */
export interface LastTrip {
  /** The user of the session that loaded it. */
  user: number;
  role: UserType;
  id: number;
  reference: string;
  status: BookingStatus;
  category: string;
  /** When the server sent it, in milliseconds since 1970. */
  knownAt: number;
  /** The start of a trip that was booked for later. */
  scheduledFor: string | null;
  pickup: string;
  drop: string;
  /** The other participant: the driver for a rider, the rider for a driver. */
  name: string;
  phone: string;
  plate: string;
  car: string;
  /** The code that a rider gives at the start, or a recipient at the drop-off. */
  code: string;
}

const KEY = "hansom.last-trips";
/** No trip lasts a day, so older entries are leftovers of closed pages. */
const MAX_AGE_MS = 24 * 60 * 60_000;

/** Returns the stored trips that are not too old, newest first. */
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

/** Removes trips that do not match the predicate; without a predicate, all of them. */
export function pruneLastTrips(stays: (trip: LastTrip) => boolean = () => false): void {
  if (localStorage.getItem(KEY) !== null) store(lastTrips().filter(stays));
}
