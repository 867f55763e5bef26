import { queryOptions } from "@tanstack/react-query";
import { request } from "./request";
import type { SharedTrip, ShareLink } from "./types";

/** Returns the link to a live trip; the same link for every request. */
export const shareRide = (bookingId: number) =>
  request<ShareLink>(`bookings/${bookingId}/share/`, { method: "POST", body: {} });

/** Revokes the link. */
export const unshareRide = (bookingId: number) =>
  request<void>(`bookings/${bookingId}/share/`, { method: "DELETE" });

/** The trip of a shared link; public. */
export const sharedTripQuery = (token: string) =>
  queryOptions({
    queryKey: ["shared-trip", token],
    queryFn: ({ signal }) =>
      request<SharedTrip>(`shared/${encodeURIComponent(token)}/`, { signal, anonymous: true }),
  });
