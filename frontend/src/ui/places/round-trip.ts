import type { TripPoint } from "@/api/types";
import { draftStops, type Stops } from "./stops";

interface Way {
  drop: TripPoint;
  stops: readonly (TripPoint & { left_at: string | null })[];
  return_wait_minutes: number | null;
}

/** Returns where the trip goes: a round trip turns at its last stop. */
export function outwardOf({ drop, stops, return_wait_minutes }: Way): {
  drop: TripPoint;
  stops: Stops;
} {
  const turn = return_wait_minutes === null ? undefined : stops.at(-1);
  if (!turn) return { drop, stops: draftStops(stops) };
  const { lat, lng, add } = turn;
  return { drop: { lat, lng, add }, stops: draftStops(stops.slice(0, -1)) };
}

/** Returns the seconds that the driver still waits before the drive back, as planned. */
export function waitAhead({ stops, return_wait_minutes }: Way): number {
  const isOver = return_wait_minutes === null || stops.at(-1)?.left_at;
  return isOver ? 0 : return_wait_minutes * 60;
}
