import { renderHook } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Offer } from "@/api/types";
import { useOfferAlarm } from "./use-offer-alarm";

const offer = (id: number) => ({ id }) as Offer;
const shake = vi.fn();

function listen(offers: Offer[], repeat: boolean) {
  return renderHook((shown: Offer[]) => useOfferAlarm(shown, repeat), { initialProps: offers });
}

beforeEach(() => {
  vi.useFakeTimers();
  shake.mockClear();
  Object.defineProperty(navigator, "vibrate", { value: shake, configurable: true });
});
afterEach(() => vi.useRealTimers());

describe("the horn", () => {
  it("sounds once for each new offer", () => {
    const { rerender } = listen([offer(1)], false);
    rerender([offer(1)]);
    expect(shake).toHaveBeenCalledTimes(1);
    rerender([offer(1), offer(2)]);
    expect(shake).toHaveBeenCalledTimes(2);
    vi.advanceTimersByTime(60_000);
    expect(shake).toHaveBeenCalledTimes(2);
  });

  it("repeats until the offer is answered when CarHornRepeat is on", () => {
    const { rerender } = listen([offer(1)], true);
    vi.advanceTimersByTime(12_000);
    expect(shake).toHaveBeenCalledTimes(4);
    rerender([]);
    vi.advanceTimersByTime(60_000);
    expect(shake).toHaveBeenCalledTimes(4);
  });
});
