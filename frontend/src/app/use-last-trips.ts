import { type QueryClient, type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect } from "react";
import { bookingKey, bookingQuery } from "@/api/bookings";
import { ApiError } from "@/api/error";
import { lastTrips, pruneLastTrips, saveLastTrip } from "@/api/last-trips";
import { tasksKey, tasksQuery } from "@/api/me";
import { currentViewer } from "@/api/session";
import { signedInBefore } from "@/api/token";
import type { Booking, Tasks } from "@/api/types";
import { lastTripOf } from "./last-trip-of";

const [BOOKINGS, DETAIL] = bookingKey(0);
const isBooking = (key: QueryKey) => key.length === 3 && key[0] === BOOKINGS && key[1] === DETAIL;
const isTasks = (key: QueryKey) =>
  key.length === tasksKey.length && tasksKey.every((part, at) => key[at] === part);

function remember(booking: Booking, at: number): void {
  const { me } = currentViewer();
  // Another tab may have just logged out: tabs share the mark, but not the query cache.
  if (!me || !signedInBefore()) return;
  const trip = lastTripOf(booking, me, at);
  if (trip) saveLastTrip(trip);
  else pruneLastTrips(({ id }) => id !== booking.id);
}

/** Stores the latest server data of a booking or of a driver's tasks. */
function follow(key: QueryKey, data: unknown, at: number): void {
  if (isBooking(key)) remember(data as Booking, at);
  if (!isTasks(key)) return;
  const { current } = data as Tasks;
  pruneLastTrips(({ id }) => id === current?.id);
  if (current) remember(current, at);
}

/**
 * Refetches a booking. A trip that this user no longer has is removed; without a response it stays as last
 * known.
 */
function readAgain(client: QueryClient, id: number): void {
  client.fetchQuery({ ...bookingQuery(id), staleTime: 0 }).catch((error: unknown) => {
    const gone = error instanceof ApiError && (error.status === 404 || error.status === 403);
    if (gone) pruneLastTrips((trip) => trip.id !== id);
  });
}

/**
 * Stores the active trips of a rider or driver on the device as they are fetched, for pages that open
 * offline, and refetches those of an earlier page once. Returns a function that refetches the booking of a
 * notification.
 */
export function useLastTrips(): (bookingId: unknown) => void {
  const client = useQueryClient();

  useEffect(() => {
    const { role } = currentViewer();
    if (role !== "rider" && role !== "driver") return;
    const stop = client.getQueryCache().subscribe((event) => {
      if (event.type !== "updated" || event.action.type !== "success") return;
      const { queryKey, state } = event.query;
      follow(queryKey, state.data, state.dataUpdatedAt);
    });
    const earlier = lastTrips();
    if (role === "rider") for (const { id } of earlier) readAgain(client, id);
    else if (earlier.length > 0) void client.prefetchQuery(tasksQuery());
    return stop;
  }, [client]);

  return useCallback(
    (bookingId) => {
      if (currentViewer().role !== "rider" || typeof bookingId !== "number") return;
      readAgain(client, bookingId);
    },
    [client],
  );
}
