import { QueryClientProvider } from "@tanstack/react-query";
import { render, waitFor } from "@testing-library/react";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { createQueryClient } from "@/api/query-client";
import { loadRest, startI18n } from "@/i18n/setup";
import { PIER } from "@/testing/mock-booking-api";
import { mockMapApi, watchMap } from "@/testing/mock-map-api";
import type { Points } from "@/ui/places/use-points";
import { ThemeProvider } from "@/ui/theme/theme-provider";
import { BookingMap } from "./booking-map";
import { EMPTY_DRAFT } from "./draft";

const CARS = [
  { lat: 50.738, lng: -1.162, icon: "economy" },
  { lat: 50.741, lng: -1.158, icon: "economy" },
];
const IDLE = { busy: null };
const POINTS = { states: { pickup: IDLE, drop: IDLE } } as unknown as Points;

function show(later: boolean) {
  const requests = mockMapApi({ "/free-cars/": { results: CARS } });
  const seen = watchMap();
  const draft = { ...EMPTY_DRAFT, pickup: PIER, later };
  render(
    <ThemeProvider>
      <QueryClientProvider client={createQueryClient()}>
        <BookingMap draft={draft} points={POINTS} polyline={null} panel={null} />
      </QueryClientProvider>
    </ThemeProvider>,
  );
  return { requests, seen };
}

beforeAll(async () => {
  await startI18n();
  await loadRest();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it("shows the free cars near the pickup before the booking", async () => {
  const { seen } = show(false);
  await waitFor(() => expect(seen().unnamed).toEqual(CARS.map(({ lat, lng }) => ({ lat, lng }))));
});

it("shows no cars for a later trip", async () => {
  const { requests, seen } = show(true);
  await waitFor(() => expect(Object.keys(seen().pins)).toHaveLength(1));
  expect(seen().unnamed).toEqual([]);
  expect(requests.some((one) => one.includes("/free-cars/"))).toBe(false);
});
