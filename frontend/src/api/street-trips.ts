import { queryOptions } from "@tanstack/react-query";
import { get, post } from "./client";
import { meKey } from "./me";
import type { TripPoint } from "./types";

export interface StreetTripForm {
  /** Null if the passenger names none. */
  drop: TripPoint | null;
  passenger_name: string;
  passenger_phone: string;
}

/** What a street trip in the driver's car costs now. */
export const meterQuery = () =>
  queryOptions({
    queryKey: [...meKey, "meter"],
    queryFn: ({ signal }) => get("me/meter/", { signal }),
    staleTime: 60_000,
  });

export const startStreetTrip = (form: StreetTripForm, key: string) =>
  post("me/street-trips/", { body: form, idempotencyKey: key });

/** The link of a street trip with its QR code, for the passenger. */
export const passengerLink = (id: number) =>
  post("bookings/{id}/passenger-link/", { path: { id } });
