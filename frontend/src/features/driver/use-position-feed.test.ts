import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { PositionPoint } from "@/api/types";
import { realtime } from "@/realtime/realtime";
import { usePositionFeed } from "./use-position-feed";

const TIMEOUT = 3;
const coords = { latitude: 50.7, longitude: -1.3, accuracy: 5, heading: null, speed: null };
const sent: PositionPoint[] = [];

/** A receiver that reports one fix, and no other until it moves. */
function singleFixReceiver(): void {
  vi.stubGlobal("navigator", {
    geolocation: {
      watchPosition: (take: PositionCallback) => {
        take({ coords, timestamp: Date.now() } as GeolocationPosition);
        return 1;
      },
      clearWatch: () => undefined,
      getCurrentPosition: (_: unknown, fail: PositionErrorCallback, options: PositionOptions) => {
        const error = { code: TIMEOUT, TIMEOUT, PERMISSION_DENIED: 1 } as GeolocationPositionError;
        setTimeout(() => fail(error), options.timeout);
      },
    },
  });
}

beforeEach(() => {
  vi.useFakeTimers();
  sent.length = 0;
  vi.spyOn(realtime, "sendPositions").mockImplementation((points) => {
    sent.push(...points);
  });
  singleFixReceiver();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it("sends a heartbeat when the car is parked and the receiver is silent", () => {
  const { result } = renderHook(() => usePositionFeed(true, null));
  act(() => void vi.advanceTimersByTime(60_000));
  expect(result.current.state).toBe("sending");
  expect(sent.length).toBeGreaterThan(3);
  const ageMs = Date.now() - Date.parse(sent.at(-1)?.at ?? "");
  expect(ageMs).toBeLessThan(20_000);
});

it("sends only measured points on a trip, because the fare depends on them", () => {
  const { result } = renderHook(() => usePositionFeed(true, 81));
  act(() => void vi.advanceTimersByTime(60_000));
  expect(result.current.state).toBe("searching");
  expect(sent).toHaveLength(1);
});

it("dates a fix by the receiver, at most two seconds back and never in the future", () => {
  const now = Date.now();
  const ages = [-5_000, 0, 1_500, 2_000, 60_000].map((age) => {
    vi.stubGlobal("navigator", {
      geolocation: {
        watchPosition: (take: PositionCallback) => {
          take({ coords, timestamp: now - age } as GeolocationPosition);
          return 1;
        },
        clearWatch: () => undefined,
      },
    });
    const { result, unmount } = renderHook(() => usePositionFeed(true, null));
    const at = result.current.last?.at ?? "";
    unmount();
    return now - Date.parse(at);
  });
  expect(ages).toEqual([0, 0, 1_500, 2_000, 2_000]);
});
