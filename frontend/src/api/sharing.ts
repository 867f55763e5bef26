import { queryOptions } from "@tanstack/react-query";
import { request } from "./request";
import type { SharedTrip, ShareLink } from "./types";

/** The link to a live trip; the same one for every request. */
export const shareRide = (bookingId: number) =>
  request<ShareLink>(`bookings/${bookingId}/share/`, { method: "POST", body: {} });

/** Takes the link back. */
export const unshareRide = (bookingId: number) =>
  request<void>(`bookings/${bookingId}/share/`, { method: "DELETE" });

/** The trip behind a shared link; public. */
export const sharedTripQuery = (token: string) =>
  queryOptions({
    queryKey: ["shared-trip", token],
    queryFn: ({ signal }) =>
      request<SharedTrip>(`shared/${encodeURIComponent(token)}/`, { signal, anonymous: true }),
  });
