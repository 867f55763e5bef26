import type { TripPoint } from "@/api/types";
import { chosen } from "./point";

/** A stop between pickup and drop-off; its id stays when it moves. */
export interface DraftStop {
  id: number;
  point: TripPoint | null;
}

export type Stops = readonly DraftStop[];

/** Adds an empty stop before the drop-off. */
export function withNewStop(stops: Stops): Stops {
  const id = Math.max(0, ...stops.map((stop) => stop.id)) + 1;
  return [...stops, { id, point: null }];
}

export const withStop = (stops: Stops, id: number, point: TripPoint | null): Stops =>
  stops.map((stop) => (stop.id === id ? { id, point } : stop));

export const withoutStop = (stops: Stops, id: number): Stops =>
  stops.filter((stop) => stop.id !== id);

/** Moves a stop one place earlier (-1) or later (1). */
export function movedStop(stops: Stops, id: number, by: -1 | 1): Stops {
  const from = stops.findIndex((stop) => stop.id === id);
  const stop = stops[from];
  const to = from + by;
  if (!stop || to < 0 || to >= stops.length) return stops;
  const others = stops.filter((other) => other !== stop);
  others.splice(to, 0, stop);
  return others;
}

/** The stops of a booking as they are edited. */
export const draftStops = (points: readonly TripPoint[]): Stops =>
  points.map(({ lat, lng, add }, index) => ({ id: index + 1, point: { lat, lng, add } }));

/** The places of the stops in order, or null while one has none. */
export function placesOf(stops: Stops): TripPoint[] | null {
  const places = stops.map((stop) => chosen(stop.point));
  return places.every((place) => place !== null) ? places : null;
}

export const samePlace = (one: TripPoint, other: TripPoint) =>
  one.lat === other.lat && one.lng === other.lng && one.add === other.add;

export const samePlaces = (some: readonly TripPoint[], others: readonly TripPoint[]) =>
  some.length === others.length &&
  some.every((place, index) => {
    const other = others[index];
    return other !== undefined && samePlace(place, other);
  });
