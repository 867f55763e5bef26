// @vitest-environment node
import { expect, it } from "vitest";
import { overlaps } from "./name-labels";

it("omits a name that would overlap another", () => {
  const names = [{ x: 100, y: 100 }];
  expect(overlaps(names, 140, 110)).toBe(true);
  expect(overlaps(names, 200, 110)).toBe(false);
  expect(overlaps(names, 110, 140)).toBe(false);
  expect(overlaps([], 100, 100)).toBe(false);
});
