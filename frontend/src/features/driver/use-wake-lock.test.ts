import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { useWakeLock } from "./use-wake-lock";

/** A screen that counts its wake locks. */
function screenOn(): { held: number; requests: number } {
  const screen = { held: 0, requests: 0 };
  vi.stubGlobal("navigator", {
    wakeLock: {
      request: async () => {
        screen.held += 1;
        screen.requests += 1;
        return {
          release: async () => {
            screen.held -= 1;
          },
        };
      },
    },
  });
  return screen;
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it("is held while the driver works, and released afterwards", async () => {
  const screen = screenOn();
  const { rerender } = renderHook(({ on }) => useWakeLock(on), { initialProps: { on: true } });
  await act(async () => undefined);
  expect(screen.held).toBe(1);
  rerender({ on: false });
  await act(async () => undefined);
  expect(screen.held).toBe(0);
});

it("is requested again when the page becomes visible", async () => {
  const screen = screenOn();
  renderHook(() => useWakeLock(true));
  await act(async () => undefined);
  await act(async () => {
    document.dispatchEvent(new Event("visibilitychange"));
  });
  expect(screen.requests).toBe(2);
});

it("does nothing in browsers without support", () => {
  vi.stubGlobal("navigator", {});
  expect(() => renderHook(() => useWakeLock(true))).not.toThrow();
});
