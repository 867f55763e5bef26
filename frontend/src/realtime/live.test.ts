import { QueryClient } from "@tanstack/react-query";
import { describe, expect, it } from "vitest";
import { bookingKey } from "@/api/bookings";
import type { Booking } from "@/api/types";
import { FleetCars } from "./fleet";
import { showTripPosition } from "./live";

const booking = (status: Booking["status"]) =>
  ({
    id: 81,
    status,
    driver: { id: 7, position: { lat: 50.7, lng: -1.3, heading: 0, at: "2026-01-01T00:00:10Z" } },
    pickup_eta_seconds: 120,
    drop_eta_seconds: null,
  }) as Booking;

const position = (at: string, driver_id = 7) => ({
  driver_id,
  lat: 50.71,
  lng: -1.31,
  heading: 45,
  at,
  eta_seconds: 90,
});

function shown(status: Booking["status"], incoming: ReturnType<typeof position>) {
  const client = new QueryClient();
  client.setQueryData(bookingKey(81), booking(status));
  showTripPosition(client, 81, incoming);
  return client.getQueryData<Booking>(bookingKey(81));
}

describe("a position of a trip", () => {
  it("moves the driver in the cache and updates the time to the pickup", () => {
    const after = shown("ACCEPTED", position("2026-01-01T00:00:11Z"));
    expect(after?.driver?.position).toEqual({
      lat: 50.71,
      lng: -1.31,
      heading: 45,
      at: "2026-01-01T00:00:11Z",
    });
    expect(after?.pickup_eta_seconds).toBe(90);
  });

  it("updates the time to the drop-off once the trip has started", () => {
    const after = shown("STARTED", position("2026-01-01T00:00:11Z"));
    expect(after).toMatchObject({ pickup_eta_seconds: 120, drop_eta_seconds: 90 });
  });

  it("is dropped when it is older than the one shown or of another driver", () => {
    expect(shown("ACCEPTED", position("2026-01-01T00:00:09Z"))).toEqual(booking("ACCEPTED"));
    expect(shown("ACCEPTED", position("2026-01-01T00:00:11Z", 8))).toEqual(booking("ACCEPTED"));
  });
});

describe("the fleet", () => {
  const driver = {
    id: 7,
    name: "Ben",
    vehicle_number: "HW19 KLD",
    car_type: null,
    lat: 50.7,
    lng: -1.3,
    heading: 0,
    at: "2026-01-01T00:00:10Z",
    online: true,
    busy: false,
    booking_id: null,
  };
  const move = (at: string, driver_id = 7) => ({
    driver_id,
    lat: 50.8,
    lng: -1.4,
    heading: 90,
    at,
    busy: true,
    online: true,
  });

  it("moves known cars, and reports an unknown one", () => {
    const fleet = new FleetCars();
    fleet.seed([driver]);
    expect(fleet.move([move("2026-01-01T00:00:11Z")])).toEqual([]);
    expect(fleet.cars.get(7)).toMatchObject({ lat: 50.8, busy: true, name: "Ben" });
    expect(fleet.move([move("2026-01-01T00:00:11Z", 9)])).toEqual([9]);
  });

  it("uses the newest position from either source, and drops drivers who left", () => {
    const fleet = new FleetCars();
    fleet.seed([driver]);
    fleet.move([move("2026-01-01T00:00:20Z")]);
    fleet.seed([driver]);
    expect(fleet.cars.get(7)?.lat).toBe(50.8);
    fleet.move([move("2026-01-01T00:00:05Z")]);
    expect(fleet.cars.get(7)?.at).toBe("2026-01-01T00:00:20Z");
    fleet.seed([]);
    expect(fleet.cars.size).toBe(0);
  });
});
