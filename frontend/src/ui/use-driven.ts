import { useQuery } from "@tanstack/react-query";
import { bookingTrackQuery } from "@/api/bookings";
import type { Booking, LatLng } from "@/api/types";

/** From here on the way is behind: where the trip began and ended is known. */
const OVER: readonly Booking["status"][] = ["REACHED", "PENDING", "PAID", "COMPLETE"];

export interface Driven {
  polyline: string;
  /** Where the trip began and ended, which is not always where it was booked. */
  from: LatLng;
  to: LatLng;
}

/** The way that a trip took, by its stored points; null while it lasts and where nothing was stored. */
export function useDriven({ id, status }: Pick<Booking, "id" | "status">): Driven | null {
  const over = OVER.includes(status);
  const { data } = useQuery({ ...bookingTrackQuery(id), enabled: over });
  const [from, to] = [data?.points[0], data?.points.at(-1)];
  if (!over || !data || !from || !to || data.points.length < 2) return null;
  return { polyline: data.polyline_points, from, to };
}
