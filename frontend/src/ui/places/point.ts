import type { TripPoint } from "@/api/types";

export type PointKind = "pickup" | "drop";

/** A point with an empty address is a place on the map, not a choice. */
export function chosen(point: TripPoint | null): TripPoint | null {
  return point !== null && point.add.trim() !== "" ? point : null;
}
