import { describe, expect, it } from "vitest";
import { coveredBelow } from "./use-map-panel";

const box = (x: number, y: number, width: number, height: number) =>
  ({
    x,
    y,
    width,
    height,
    left: x,
    top: y,
    right: x + width,
    bottom: y + height,
  }) as DOMRect;

describe("the buttons of a map", () => {
  const phone = box(0, 60, 390, 780);

  it("are above a sheet that covers the lower half", () => {
    expect(coveredBelow(phone, box(0, 450, 390, 390))).toEqual([390, true]);
  });

  it("are hidden if a sheet leaves no space for them", () => {
    expect(coveredBelow(phone, box(0, 116, 390, 724))).toEqual([724, false]);
  });

  it("account for what covers the upper end", () => {
    expect(coveredBelow(phone, box(0, 340, 390, 500), 130)).toEqual([500, false]);
  });

  it("stay at the bottom beside a panel at the side", () => {
    expect(coveredBelow(box(0, 60, 1280, 740), box(16, 76, 424, 700))).toEqual([0, true]);
  });
});
