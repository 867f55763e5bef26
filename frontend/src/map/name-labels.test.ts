import { expect, it } from "vitest";
import { isTaken } from "./name-labels";

it("omits a name that would overlap another", () => {
  const names = [{ x: 100, y: 100 }];
  expect(isTaken(names, 140, 110)).toBe(true);
  expect(isTaken(names, 200, 110)).toBe(false);
  expect(isTaken(names, 110, 140)).toBe(false);
  expect(isTaken([], 100, 100)).toBe(false);
});
