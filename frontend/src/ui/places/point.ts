import type { TripPoint } from "@/api/types";

export type PointKind = "pickup" | "drop";

/** Returns null for a point without an address, which is only a position on the map. */
export function chosen(point: TripPoint | null): TripPoint | null {
  return point !== null && point.add.trim() !== "" ? point : null;
}
