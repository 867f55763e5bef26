import { turnBetween } from "./animate-marker";
import type { CarLook } from "./sprites";

export interface FleetCarPlace {
  driver_id: number;
  lat: number;
  lng: number;
  heading: number | null;
  busy: boolean;
  online: boolean;
  /** The car's image on an admin map: see `Pictures`. */
  picture?: string;
  name?: string;
  vehicle_number?: string;
}

/** A live set of cars: a mutable map and a change listener. */
export interface FleetSource {
  readonly cars: ReadonlyMap<number, FleetCarPlace>;
  subscribe: (listener: () => void) => () => void;
}

/**
 * A car as drawn. Positions are on the Mercator unit square, so that a frame takes two multiplications per
 * car.
 */
export interface DrawnCar {
  x: number;
  y: number;
  fromX: number;
  fromY: number;
  toX: number;
  toY: number;
  heading: number;
  fromHeading: number;
  bend: number;
  lat: number;
  lng: number;
  since: number;
  look: CarLook;
  picture: string;
  name: string;
  plate: string;
}

const GLIDE_MS = 1100;

function mercatorY(lat: number): number {
  const sin = Math.sin((lat * Math.PI) / 180);
  return 0.5 - Math.log((1 + sin) / (1 - sin)) / (4 * Math.PI);
}

function lookOf(car: FleetCarPlace): CarLook {
  if (!car.online) return "away";
  return car.busy ? "busy" : "free";
}

/** Reads the positions that have changed since the last frame: each car moves from where it is shown. */
export function updateTargets(
  drawn: Map<number, DrawnCar>,
  { cars }: FleetSource,
  now: number,
): void {
  for (const id of drawn.keys()) if (!cars.has(id)) drawn.delete(id);
  for (const [id, car] of cars) {
    const known = drawn.get(id);
    if (!known) {
      const x = car.lng / 360 + 0.5;
      const y = mercatorY(car.lat);
      const heading = car.heading ?? 0;
      drawn.set(id, {
        x,
        y,
        fromX: x,
        fromY: y,
        toX: x,
        toY: y,
        heading,
        fromHeading: heading,
        bend: 0,
        lat: car.lat,
        lng: car.lng,
        since: 0,
        look: lookOf(car),
        picture: car.picture ?? "",
        name: car.name ?? "",
        plate: car.vehicle_number ?? "",
      });
      continue;
    }
    known.look = lookOf(car);
    if (known.lat === car.lat && known.lng === car.lng) continue;
    known.lat = car.lat;
    known.lng = car.lng;
    known.fromX = known.x;
    known.fromY = known.y;
    known.toX = car.lng / 360 + 0.5;
    known.toY = mercatorY(car.lat);
    known.fromHeading = known.heading;
    known.bend = turnBetween(known.heading, car.heading ?? known.heading);
    known.since = now;
  }
}

/** Animates a car for one frame; returns whether it is still moving. */
export function advance(car: DrawnCar, now: number): boolean {
  if (car.since === 0) return false;
  const done = Math.min(1, (now - car.since) / GLIDE_MS);
  car.x = car.fromX + (car.toX - car.fromX) * done;
  car.y = car.fromY + (car.toY - car.fromY) * done;
  car.heading = car.fromHeading + car.bend * Math.min(1, done * 2.5);
  if (done < 1) return true;
  car.since = 0;
  return false;
}
