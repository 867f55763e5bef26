import { queryOptions } from "@tanstack/react-query";
import { get, post, remove } from "./client";

/** Returns the link to a live trip; the same link for every request. */
export const shareRide = (bookingId: number) =>
  post("bookings/{id}/share/", { path: { id: bookingId }, body: {} });

/** Revokes the link. */
export const unshareRide = (bookingId: number) =>
  remove("bookings/{id}/share/", { path: { id: bookingId } });

/** The trip of a shared link; public. */
export const sharedTripQuery = (token: string) =>
  queryOptions({
    queryKey: ["shared-trip", token],
    queryFn: ({ signal }) => get("shared/{token}/", { path: { token }, signal, anonymous: true }),
  });
