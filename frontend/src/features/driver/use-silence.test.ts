import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { PositionPoint } from "@/api/types";
import { useSilence } from "./use-silence";

const START = Date.parse("2026-03-14T14:02:00Z");
const point = (): PositionPoint => ({ lat: 50.7, lng: -1.29, at: new Date().toISOString() });

beforeEach(() => void vi.useFakeTimers({ now: START }));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function working() {
  return renderHook(({ last, connected, on }) => useSilence(on, last, connected), {
    initialProps: { last: point(), connected: true, on: true },
  });
}

it("is shown on return, from the last position to the next", () => {
  const { result, rerender } = working();
  vi.setSystemTime(START + 180_000);
  rerender({ last: point(), connected: true, on: true });
  expect(result.current.silence).toEqual({
    from: "2026-03-14T14:02:00.000Z",
    to: "2026-03-14T14:05:00.000Z",
  });
  act(() => result.current.dismiss());
  expect(result.current.silence).toBeNull();
});

it("includes positions that could not be sent", () => {
  const { result, rerender } = working();
  for (const seconds of [40, 80, 120]) {
    vi.setSystemTime(START + seconds * 1000);
    rerender({ last: point(), connected: false, on: true });
  }
  rerender({ last: point(), connected: true, on: true });
  expect(result.current.silence?.to).toBe("2026-03-14T14:04:00.000Z");
});

it("ignores a short gap and a break", () => {
  const { result, rerender } = working();
  vi.setSystemTime(START + 30_000);
  rerender({ last: point(), connected: true, on: true });
  rerender({ last: point(), connected: true, on: false });
  vi.setSystemTime(START + 600_000);
  rerender({ last: point(), connected: true, on: true });
  expect(result.current.silence).toBeNull();
});
