import type { LatLng, PositionPoint } from "@/api/types";

const EARTH_RADIUS_M = 6_371_008.8;
const MIN_STEP_M = 10;
const MAX_SILENCE_MS = 9_000;

/** Returns the great-circle distance in metres. */
export function metresBetween(a: LatLng, b: LatLng): number {
  const rad = Math.PI / 180;
  const halfLat = ((b.lat - a.lat) * rad) / 2;
  const halfLng = ((b.lng - a.lng) * rad) / 2;
  const h =
    Math.sin(halfLat) ** 2 + Math.cos(a.lat * rad) * Math.cos(b.lat * rad) * Math.sin(halfLng) ** 2;
  return 2 * EARTH_RADIUS_M * Math.asin(Math.min(1, Math.sqrt(h)));
}

/** A position is sent after ten metres, or as a heartbeat. It is never older than the last one sent. */
export function isWorthSending(sent: PositionPoint | null, point: PositionPoint): boolean {
  if (sent === null) return true;
  const silence = Date.parse(point.at) - Date.parse(sent.at);
  if (silence <= 0) return false;
  return silence >= MAX_SILENCE_MS || metresBetween(sent, point) >= MIN_STEP_M;
}
