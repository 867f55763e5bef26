import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { routeQuery } from "@/api/places";
import type { Booking, LatLng } from "@/api/types";
import { metresBetween } from "./position-rules";

/** The distance from the last starting point after which the route is refetched. */
const REFETCH_AFTER_M = 300;

/** The route from the car to the pickup as a polyline; empty unless the driver is on the way there. */
export function useWayToPickup(booking: Booking | null, here: LatLng | null): string {
  const from = useRef<LatLng | null>(null);
  const heading = booking?.status === "ACCEPTED" && here !== null;
  if (!heading) from.current = null;
  else if (from.current === null || metresBetween(from.current, here) > REFETCH_AFTER_M)
    from.current = { lat: here.lat, lng: here.lng };
  const { data } = useQuery({
    ...routeQuery(from.current ?? { lat: 0, lng: 0 }, booking?.pickup ?? { lat: 0, lng: 0 }),
    enabled: heading,
    placeholderData: (previous) => previous,
  });
  return heading ? (data?.polyline_points ?? "") : "";
}
