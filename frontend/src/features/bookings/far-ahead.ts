/** The earliest start of a trip's offers before its time; the server's LONGEST_LEAD. */
const LONGEST_LEAD_MS = 60 * 60_000;

/** Returns whether a trip is so far ahead that a driver who accepts it now waits for it, unavailable to others. */
export function isFarAhead(trip: { book_later: boolean; trip_date: string }): boolean {
  return trip.book_later && Date.parse(trip.trip_date) - Date.now() > LONGEST_LEAD_MS;
}
