import { useMutation, useQueryClient } from "@tanstack/react-query";
import { bookingKey, bookLater, searchAgain } from "@/api/bookings";

/** Searches for a driver again, in the same or a wider radius. */
export function useSearchAgain(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (how: "wait" | "widen") => searchAgain(id, how),
    onSuccess: (booking) => client.setQueryData(bookingKey(id), booking),
    onError: () => client.invalidateQueries({ queryKey: bookingKey(id) }),
  });
}

/** Moves the trip to a later time. */
export function useBookLater(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (at: Date) => bookLater(id, at.toISOString()),
    onSuccess: (booking) => client.setQueryData(bookingKey(id), booking),
    onError: () => client.invalidateQueries({ queryKey: bookingKey(id) }),
  });
}

const HALF_HOUR_MS = 30 * 60_000;

/** Returns the next full or half hour that leaves half an hour to find a driver. */
export function nextHalfHour(now: Date): Date {
  return new Date(Math.ceil((now.getTime() + HALF_HOUR_MS) / HALF_HOUR_MS) * HALF_HOUR_MS);
}
