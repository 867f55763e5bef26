import { queryOptions } from "@tanstack/react-query";
import { get, post } from "./client";
import type { LatLng } from "./types";

/** Raises an emergency alert. The location may follow in a second call, which updates the alert. */
export const raiseAlarm = (bookingId: number, place?: LatLng) =>
  post("bookings/{id}/sos/", { path: { id: bookingId }, body: place ?? {} });

export const alarmsKey = ["sos"] as const;

/** Emergency alerts that no operator has handled, newest first. */
export const alarmsQuery = () =>
  queryOptions({
    queryKey: alarmsKey,
    queryFn: ({ signal }) => get("sos/", { signal }),
    select: (page) => page.results,
  });

export const handleAlarm = (id: number) => post("sos/{id}/handle/", { path: { id }, body: {} });
