// @vitest-environment node
import { describe, expect, it } from "vitest";
import { turnBetween } from "./animate-marker";
import { decodePolyline } from "./polyline";

describe("a polyline", () => {
  it("decodes the published example", () => {
    expect(decodePolyline("_p~iF~ps|U_ulLnnqC_mqNvxq`@")).toEqual([
      { lat: 38.5, lng: -120.2 },
      { lat: 40.7, lng: -120.95 },
      { lat: 43.252, lng: -126.453 },
    ]);
  });

  it("is empty for an empty text", () => {
    expect(decodePolyline("")).toEqual([]);
  });
});

describe("a turn", () => {
  it("takes the shorter direction", () => {
    expect(turnBetween(350, 10)).toBe(20);
    expect(turnBetween(10, 350)).toBe(-20);
    expect(turnBetween(0, 180)).toBe(-180);
    expect(turnBetween(725, 10)).toBe(5);
  });
});
