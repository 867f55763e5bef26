import { useQuery } from "@tanstack/react-query";
import { bookingTrackQuery } from "@/api/bookings";
import type { Booking, LatLng } from "@/api/types";

/** Statuses after the trip's end, when its actual start and end are known. */
const OVER: readonly Booking["status"][] = ["REACHED", "PENDING", "PAID", "COMPLETE"];

export interface DrivenRoute {
  polyline: string;
  /** The actual start and end of the trip, which may differ from the booked ones. */
  from: LatLng;
  to: LatLng;
}

/**
 * Returns the route that a trip took, from its stored points; null while it is active or if nothing was
 * stored.
 */
export function useDrivenRoute({ id, status }: Pick<Booking, "id" | "status">): DrivenRoute | null {
  const over = OVER.includes(status);
  const { data } = useQuery({ ...bookingTrackQuery(id), enabled: over });
  const [from, to] = [data?.points[0], data?.points.at(-1)];
  if (!over || !data || !from || !to || data.points.length < 2) return null;
  return { polyline: data.polyline_points, from, to };
}
