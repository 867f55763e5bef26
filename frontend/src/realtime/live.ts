import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { bookingKey, bookingsKey } from "@/api/bookings";
import { chatKey } from "@/api/chat";
import { tasksKey } from "@/api/me";
import { ranksKey } from "@/api/ranks";
import type { Booking } from "@/api/types";
import type { TripPosition } from "./frames";
import { useTopic } from "./hooks";

/** Writes the driver's position into the booking's cache; ignores a position older than the one shown. */
export function showTripPosition(client: QueryClient, id: number, position: TripPosition): void {
  client.setQueryData<Booking>(bookingKey(id), (booking) => {
    if (!booking?.driver || booking.driver.id !== position.driver_id) return booking;
    const shown = booking.driver.position;
    if (shown && Date.parse(shown.at) > Date.parse(position.at)) return booking;
    const { lat, lng, heading, at, eta_seconds } = position;
    const eta =
      eta_seconds === undefined
        ? {}
        : booking.status === "STARTED"
          ? { drop_eta_seconds: eta_seconds }
          : { pickup_eta_seconds: eta_seconds };
    return {
      ...booking,
      ...eta,
      driver: { ...booking.driver, position: { lat, lng, heading, at } },
    };
  });
}

/** Updates `bookingQuery(id)` while mounted: events refetch it, positions move its driver. */
export function useLiveBooking(id: number | null): void {
  const client = useQueryClient();
  const refetch = () => {
    if (id === null) return;
    void client.invalidateQueries({ queryKey: bookingKey(id) });
    void client.invalidateQueries({ queryKey: [...bookingsKey, "list"] });
  };
  useTopic(id === null ? null : `booking:${id}`, {
    // A chat message does not change the booking.
    onEvent: (event) => {
      if (!event.type.startsWith("chat.")) refetch();
    },
    onRefetch: refetch,
    onTripPosition: (position) => {
      if (id !== null) showTripPosition(client, id, position);
    },
  });
}

/** Updates `chatQuery(id)` while mounted. */
export function useLiveChat(id: number | null): void {
  const client = useQueryClient();
  const refetch = () => {
    if (id !== null) void client.invalidateQueries({ queryKey: chatKey(id) });
  };
  useTopic(id === null ? null : `booking:${id}`, {
    onEvent: (event) => {
      if (event.type.startsWith("chat.")) refetch();
    },
    onRefetch: refetch,
  });
}

/** Updates a driver's `tasksQuery()` while mounted: new and closed offers. */
export function useLiveTasks(enabled = true): void {
  const client = useQueryClient();
  const refetch = () => void client.invalidateQueries({ queryKey: tasksKey });
  useTopic(enabled ? "tasks" : null, { onEvent: refetch, onRefetch: refetch });
}

/** Updates the booking lists of admins and fleet admins while mounted. */
export function useLiveBookings(enabled = true): void {
  const client = useQueryClient();
  const refetch = () => void client.invalidateQueries({ queryKey: bookingsKey });
  useTopic(enabled ? "bookings" : null, { onEvent: refetch, onRefetch: refetch });
}

/** Updates the lists and queues of taxi ranks while mounted. */
export function useLiveRanks(): void {
  const client = useQueryClient();
  const refetch = () => void client.invalidateQueries({ queryKey: ranksKey });
  useTopic("ranks", { onEvent: refetch, onRefetch: refetch });
}
