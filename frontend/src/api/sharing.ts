import { queryOptions } from "@tanstack/react-query";
import { request } from "./request";
import type { SharedTrip, ShareLink } from "./types";

/** The link to a live ride, for whoever the rider gives it to; the same one when asked again. */
export const shareRide = (bookingId: number) =>
  request<ShareLink>(`bookings/${bookingId}/share/`, { method: "POST", body: {} });

/** Takes the link back. */
export const unshareRide = (bookingId: number) =>
  request<void>(`bookings/${bookingId}/share/`, { method: "DELETE" });

/** What a link shows; asked without signing in. */
export const sharedTripQuery = (token: string) =>
  queryOptions({
    queryKey: ["shared-trip", token],
    queryFn: ({ signal }) =>
      request<SharedTrip>(`shared/${encodeURIComponent(token)}/`, { signal, anonymous: true }),
  });
