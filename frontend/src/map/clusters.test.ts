// @vitest-environment node
import { describe, expect, it } from "vitest";
import { clustersOf } from "./clusters";
import type { DrawnCar } from "./fleet-animation";

const car = (x: number, y: number, look: DrawnCar["look"] = "free") => ({ x, y, look }) as DrawnCar;

describe("cars that are close together", () => {
  it("are clustered with the number of free and busy ones", () => {
    const cars = new Map([
      [1, car(10, 10)],
      [2, car(30, 30, "busy")],
      [3, car(20, 20, "away")],
      [4, car(500, 10)],
    ]);
    const found = [...clustersOf(cars, 1, 0, 0).values()];
    expect(found).toEqual([
      { x: 20, y: 20, count: 3, free: 1, busy: 1, id: 3 },
      { x: 500, y: 10, count: 1, free: 1, busy: 0, id: 4 },
    ]);
  });

  it("stay in their clusters while the map is panned, and separate on zoom", () => {
    const cars = new Map([
      [1, car(10, 10)],
      [2, car(30, 30)],
    ]);
    const moved = [...clustersOf(cars, 1, 7, 3).values()];
    expect(moved.map(({ count, x, y }) => [count, x, y])).toEqual([[2, 13, 17]]);
    expect(clustersOf(cars, 8, 0, 0).size).toBe(2);
  });
});
