// @vitest-environment node
import { describe, expect, it } from "vitest";
import { advance, type DrawnCar, type FleetCarPlace, updateTargets } from "./fleet-animation";
import { headingStep } from "./sprites";

const car = (lat: number, heading: number | null = 0): FleetCarPlace => ({
  driver_id: 7,
  lat,
  lng: -1.3,
  heading,
  busy: false,
  online: true,
});

function fleet() {
  const cars = new Map([[7, car(50.7, 350)]]);
  const drawn = new Map<number, DrawnCar>();
  const source = { cars, subscribe: () => () => undefined };
  const take = (now: number) => updateTargets(drawn, source, now);
  take(0);
  return { cars, drawn, take, shown: () => drawn.get(7) as DrawnCar };
}

describe("a car on the canvas", () => {
  it("starts at its first position, with nothing to animate", () => {
    const { shown } = fleet();
    expect(advance(shown(), 500)).toBe(false);
  });

  it("moves smoothly to its new position, turns the short way, and stops", () => {
    const { cars, take, shown } = fleet();
    const start = shown().y;
    cars.set(7, car(50.71, 10));
    take(1000);
    expect(advance(shown(), 1550)).toBe(true);
    expect(shown().y).toBeCloseTo((start + shown().toY) / 2, 9);
    expect(shown().heading).toBe(370);
    expect(advance(shown(), 2200)).toBe(false);
    expect(shown().y).toBe(shown().toY);
  });

  it("starts from where it is shown when the next position comes early", () => {
    const { cars, take, shown } = fleet();
    cars.set(7, car(50.71));
    take(1000);
    advance(shown(), 1550);
    const halfway = shown().y;
    cars.set(7, car(50.72));
    take(1550);
    expect(shown().fromY).toBe(halfway);
  });

  it("is removed when it has left the fleet", () => {
    const { cars, drawn, take } = fleet();
    cars.delete(7);
    take(10);
    expect(drawn.size).toBe(0);
  });
});

describe("the drawn headings", () => {
  it("cover the whole circle", () => {
    expect([0, 90, 359.9, -90, 725].map(headingStep)).toEqual([0, 16, 0, 48, 1]);
  });
});
