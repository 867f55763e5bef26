// @vitest-environment node
import { describe, expect, it } from "vitest";
import { isWorthSending, metresBetween } from "./position-rules";

const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1, 12, 0, seconds)).toISOString();
const here = { lat: 50.7, lng: -1.29, at: at(0) };

describe("which positions are sent", () => {
  it("measures a degree of latitude as 111.2 km", () => {
    expect(metresBetween({ lat: 50, lng: 0 }, { lat: 51, lng: 0 })).toBeCloseTo(111_195, -2);
  });

  it("measures a degree of longitude by its latitude", () => {
    expect(metresBetween({ lat: 60, lng: 10 }, { lat: 60, lng: 11 })).toBeCloseTo(55_597, -1);
  });

  it("sends the first position", () => {
    expect(isWorthSending(null, here)).toBe(true);
  });

  it("sends after ten metres", () => {
    expect(isWorthSending(here, { lat: 50.7001, lng: -1.29, at: at(2) })).toBe(true);
  });

  it("skips a step of five metres", () => {
    expect(isWorthSending(here, { lat: 50.700045, lng: -1.29, at: at(2) })).toBe(false);
  });

  it("sends from exactly nine seconds and ten metres on", () => {
    expect(isWorthSending(here, { ...here, at: at(8) })).toBe(false);
    expect(isWorthSending(here, { ...here, at: at(9) })).toBe(true);
    // 0.00009 degrees of latitude are 10.007 m, 0.0000899 are 9.996 m.
    expect(isWorthSending(here, { lat: 50.70009, lng: -1.29, at: at(1) })).toBe(true);
    expect(isWorthSending(here, { lat: 50.7000899, lng: -1.29, at: at(1) })).toBe(false);
  });

  it("never sends another position of the same moment", () => {
    expect(isWorthSending(here, { lat: 51, lng: -1.29, at: at(0) })).toBe(false);
  });

  it("measures the far side of the earth, and not more", () => {
    expect(metresBetween({ lat: 0, lng: 0 }, { lat: 0, lng: 180 })).toBeCloseTo(20_015_115, -1);
    expect(metresBetween({ lat: 50.7, lng: -1.29 }, { lat: 50.7, lng: -1.29 })).toBe(0);
  });

  it("sends a heartbeat when the car is parked", () => {
    expect(isWorthSending(here, { ...here, at: at(10) })).toBe(true);
  });

  it("never sends an older fix", () => {
    expect(isWorthSending({ ...here, at: at(10) }, { lat: 51, lng: -1.29, at: at(5) })).toBe(false);
  });
});
