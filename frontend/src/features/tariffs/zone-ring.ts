import type { LatLng } from "@/api/types";
import { latinAmount } from "@/i18n/digits";

/** A corner as typed. */
export interface Corner {
  lat: string;
  lng: string;
}

export const LIMITS = { lat: 90, lng: 180 } as const;

/** Six decimals are about ten centimeters. */
const DECIMALS = 6;
const rounded = (degrees: number) => String(Number(degrees.toFixed(DECIMALS)));

/** Returns the degrees of a typed coordinate; null if it is none. */
export function degreesOf(text: string, limit: number): number | null {
  const typed = latinAmount(text.trim()).replace(",", ".").replace("\u2212", "-");
  const degrees = Number(typed);
  return /^[+-]?\d+(\.\d*)?$/.test(typed) && Math.abs(degrees) <= limit ? degrees : null;
}

const isSame = (one: number[] | undefined, other: number[] | undefined) =>
  one?.[0] === other?.[0] && one?.[1] === other?.[1];

/** Returns the corners of a ring of [longitude, latitude], each of them once. */
export function cornersOf(ring: readonly number[][] = []): Corner[] {
  const open = ring.length > 1 && isSame(ring[0], ring.at(-1)) ? ring.slice(0, -1) : ring;
  return open.map(([lng = 0, lat = 0]) => ({ lat: rounded(lat), lng: rounded(lng) }));
}

/** Returns the closed ring of [longitude, latitude] of the corners that are coordinates. */
export function ringOf(corners: readonly Corner[]): number[][] {
  const ring = corners.flatMap((corner) => {
    const lat = degreesOf(corner.lat, LIMITS.lat);
    const lng = degreesOf(corner.lng, LIMITS.lng);
    return lat === null || lng === null ? [] : [[lng, lat]];
  });
  return ring[0] ? [...ring, [...ring[0]]] : [];
}

/** Returns the places of rings, to show them on a map. */
export const placesOf = (rings: readonly number[][][]): LatLng[] =>
  rings.flat().map(([lng = 0, lat = 0]) => ({ lat, lng }));
