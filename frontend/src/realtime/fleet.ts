import { useEffect, useState } from "react";
import type { DashboardDriver } from "@/api/types";
import type { FleetPosition } from "./frames";
import { useTopic } from "./hooks";

export interface FleetCar extends FleetPosition {
  name: string;
  vehicle_number: string;
  car_type: string;
  /** The image on the map: the operator's own of the car type, or the default drawing. */
  picture: string;
  /** The driver's current booking, as of the last fetch. */
  booking_id: number | null;
}

/** An online driver without a reported position: in the lists, but not on the map. */
export type UnplacedCar = Omit<FleetCar, "lat" | "lng" | "at"> & { at: string | null };

/**
 * The positions of all cars, outside React: thousands of moves per second must not render a page. The map
 * layer reads `cars` on each frame; a page that lists them subscribes and renders at its own pace.
 */
export class FleetCars {
  readonly cars = new Map<number, FleetCar>();
  private readonly unplaced = new Map<number, UnplacedCar>();
  /** Whether the drivers have been fetched; before that, an empty fleet means nothing. */
  seeded = false;
  private readonly listeners = new Set<() => void>();

  /** All online drivers, with or without a position. */
  get drivers(): (FleetCar | UnplacedCar)[] {
    return [...this.cars.values(), ...this.unplaced.values()];
  }

  /** Sets the fetched drivers; newer positions from the socket stay. */
  seed(drivers: DashboardDriver[]): void {
    const present = new Set(drivers.map((driver) => driver.id));
    for (const id of this.cars.keys()) if (!present.has(id)) this.cars.delete(id);
    this.unplaced.clear();
    for (const { id, name, vehicle_number, car_type, booking_id, ...place } of drivers) {
      const known = this.cars.get(id);
      const details = {
        driver_id: id,
        name,
        vehicle_number,
        car_type: car_type?.name ?? "",
        picture: car_type?.image
          ? `image:${car_type.image}`
          : `icon:${car_type?.icon ?? "economy"}`,
        busy: place.busy,
        booking_id,
      };
      const { lat, lng, heading, at, online } = place;
      if (lat === null || lng === null || at === null) {
        this.cars.delete(id);
        this.unplaced.set(id, { ...details, at, heading, online });
      } else if (known && Date.parse(known.at) > Date.parse(at)) Object.assign(known, details);
      else this.cars.set(id, { ...details, lat, lng, heading, at, online });
    }
    this.seeded = true;
    this.notify();
  }

  /** Moves known cars; returns the drivers of the unknown ones. */
  move(positions: FleetPosition[]): number[] {
    const unknown: number[] = [];
    for (const position of positions) {
      const car = this.cars.get(position.driver_id);
      if (!car) unknown.push(position.driver_id);
      else if (Date.parse(car.at) <= Date.parse(position.at)) Object.assign(car, position);
    }
    this.notify();
    return unknown;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  private notify(): void {
    for (const listener of this.listeners) listener();
  }
}

/**
 * Returns the live fleet of the page: seeded by the query's drivers, moved by the socket. `refetch` gets the
 * drivers that have changed; without ids, all may have.
 */
export function useFleet(
  drivers: DashboardDriver[] | undefined,
  refetch: (ids?: readonly number[]) => void,
): FleetCars {
  const [fleet] = useState(() => new FleetCars());
  useEffect(() => {
    if (drivers) fleet.seed(drivers);
  }, [fleet, drivers]);
  useTopic("fleet", {
    onEvent: (event) => {
      if (event.type === "driver.online" || event.type === "driver.offline") {
        refetch([event.data.driver_id]);
      }
    },
    onRefetch: () => refetch(),
    onFleetPositions: (positions) => {
      const unknown = fleet.move(positions);
      if (unknown.length > 0) refetch(unknown);
    },
  });
  return fleet;
}
