import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { DriverPosition } from "@/api/types";
import { MarkerAnimation, type Pose, turnBetween } from "./animate-marker";

const at = (lat: number, lng: number, heading: number | null = 0) =>
  ({ lat, lng, heading }) as DriverPosition;

let frames: FrameRequestCallback[];
let drawn: Pose[];
let reduced: boolean;

beforeEach(() => {
  frames = [];
  drawn = [];
  reduced = false;
  vi.stubGlobal("requestAnimationFrame", (frame: FrameRequestCallback) => frames.push(frame));
  vi.stubGlobal("cancelAnimationFrame", () => {
    frames = [];
  });
  vi.stubGlobal("matchMedia", () => ({ matches: reduced }));
});
afterEach(() => vi.unstubAllGlobals());

/** Runs the next frame at this time. */
const frame = (time: number) => frames.shift()?.(time);
const started = () => {
  const animation = new MarkerAnimation((pose) => drawn.push(pose));
  animation.to(at(50, -1), 1000);
  return animation;
};
const last = () => drawn.at(-1);

it("takes the smaller turn", () => {
  expect(turnBetween(350, 10)).toBe(20);
  expect(turnBetween(10, 350)).toBe(-20);
  expect(turnBetween(0, 90)).toBe(90);
});

it("shows the first position at once", () => {
  started();
  expect(drawn).toEqual([{ lat: 50, lng: -1, heading: 0 }]);
  expect(frames).toHaveLength(0);
});

it("drives over the interval between two positions and then stops", () => {
  const animation = started();
  animation.to(at(50.002, -1.002, 90), 3000);
  frame(4000);
  expect(last()?.lat).toBeCloseTo(50.001, 9);
  expect(last()?.lng).toBeCloseTo(-1.001, 9);
  // Half of the way, the turn is complete.
  expect(last()?.heading).toBeCloseTo(90, 9);
  frame(5000);
  expect(last()).toEqual({ lat: 50.002, lng: -1.002, heading: 90 });
  expect(frames).toHaveLength(0);
});

it("never takes longer than four seconds", () => {
  const animation = started();
  animation.to(at(50.002, -1), 61_000);
  frame(63_000);
  expect(last()?.lat).toBeCloseTo(50.001, 9);
  frame(65_000);
  expect(last()?.lat).toBe(50.002);
});

it("keeps the heading of a position that has none", () => {
  const animation = started();
  animation.to(at(50.001, -1, 45), 2000);
  frame(3000);
  animation.to(at(50.002, -1, null), 3000);
  frame(4000);
  expect(last()?.heading).toBe(45);
});

it.each([
  ["north", 50.011, -1],
  ["south and east together", 49.994, -0.994],
])("jumps when the car is too far away: %s", (_where, lat, lng) => {
  const animation = started();
  animation.to(at(lat, lng), 2000);
  expect(last()).toEqual({ lat, lng, heading: 0 });
  expect(frames).toHaveLength(0);
});

it("jumps for people who want less motion", () => {
  const animation = started();
  reduced = true;
  animation.to(at(50.001, -1), 2000);
  expect(last()?.lat).toBe(50.001);
  expect(frames).toHaveLength(0);
});

it("starts from where the car is shown when the next position comes early", () => {
  const animation = started();
  animation.to(at(50.002, -1), 3000);
  frame(4000);
  animation.to(at(50.003, -1), 4000);
  expect(frames).toHaveLength(1);
  frame(4500);
  expect(last()?.lat).toBeCloseTo(50.002, 9);
  animation.stop();
  expect(frames).toHaveLength(0);
});
