import { queryOptions } from "@tanstack/react-query";
import { request } from "./request";
import type { AlarmRaised, LatLng, Page, SosAlert } from "./types";

/** Calls for help; the place may follow in a second call, which renews the first. */
export const raiseAlarm = (bookingId: number, place?: LatLng) =>
  request<AlarmRaised>(`bookings/${bookingId}/sos/`, { method: "POST", body: place ?? {} });

export const alarmsKey = ["sos"] as const;

/** Cries for help that no operator has taken care of, the newest first. */
export const alarmsQuery = () =>
  queryOptions({
    queryKey: alarmsKey,
    queryFn: ({ signal }) => request<Page<SosAlert>>("sos/", { signal }),
    select: (page) => page.results,
  });

export const handleAlarm = (id: number) =>
  request<SosAlert>(`sos/${id}/handle/`, { method: "POST", body: {} });
