import { queryOptions } from "@tanstack/react-query";
import { request } from "./request";
import type { LatLng, Page, SosAlert, SosAlertCreated } from "./types";

/** Raises an emergency alert. The location may follow in a second call, which updates the alert. */
export const raiseAlarm = (bookingId: number, place?: LatLng) =>
  request<SosAlertCreated>(`bookings/${bookingId}/sos/`, { method: "POST", body: place ?? {} });

export const alarmsKey = ["sos"] as const;

/** Emergency alerts that no operator has handled, newest first. */
export const alarmsQuery = () =>
  queryOptions({
    queryKey: alarmsKey,
    queryFn: ({ signal }) => request<Page<SosAlert>>("sos/", { signal }),
    select: (page) => page.results,
  });

export const handleAlarm = (id: number) =>
  request<SosAlert>(`sos/${id}/handle/`, { method: "POST", body: {} });
