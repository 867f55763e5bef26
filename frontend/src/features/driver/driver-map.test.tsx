import { QueryClientProvider } from "@tanstack/react-query";
import { render, waitFor } from "@testing-library/react";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { createQueryClient } from "@/api/query-client";
import type { Booking, BookingStatus } from "@/api/types";
import { loadRest, startI18n } from "@/i18n/setup";
import { decodePolyline } from "@/map/polyline";
import { mockMapApi, watchMap } from "@/testing/mock-map-api";
import { ThemeProvider } from "@/ui/theme/theme-provider";
import { DriverMap } from "./driver-map";

const TRIP = "_p~iF~ps|U_ulLnnqC";
const TO_PICKUP = "_p~iF~ps|U_ulLnnqC_mqNvxq`@";
const CAR = { lat: 50.69, lng: -1.31 };
const PICKUP = { lat: 50.7, lng: -1.29 };
const DROP = { lat: 50.74, lng: -1.16 };

function show(status: BookingStatus) {
  const requests = mockMapApi({ "/routes/": { polyline_points: TO_PICKUP } });
  const seen = watchMap();
  const booking = {
    id: 81,
    status,
    pickup: { ...PICKUP, add: "Newport" },
    drop: { ...DROP, add: "Ryde" },
    stops: [],
    passengers: 1,
    luggage: 0,
    children: 0,
    child_seats: 0,
    return_wait_minutes: null,
    hire_minutes: null,
    hire_included_km: null,
    route_polyline: TRIP,
  } as unknown as Booking;
  render(
    <ThemeProvider>
      <QueryClientProvider client={createQueryClient()}>
        <DriverMap here={{ ...CAR, at: new Date().toISOString() }} booking={booking} offer={null} />
      </QueryClientProvider>
    </ThemeProvider>,
  );
  return { seen, requests };
}

beforeAll(async () => {
  await startI18n();
  await loadRest();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it("shows the route from the car to the pickup on the way there", async () => {
  const { seen, requests } = show("ACCEPTED");
  const [way, trip] = [decodePolyline(TO_PICKUP), decodePolyline(TRIP)];
  await waitFor(() => expect(seen().lines).toHaveLength(4));
  expect(seen().lines).toEqual(expect.arrayContaining([way, way, trip, trip]));
  const route = requests.find((one) => one.includes("/routes/")) ?? "";
  expect(JSON.parse(route.slice(route.indexOf("{")))).toEqual({ pickup: CAR, drop: PICKUP });
});

it("shows only the trip's route once it has started", async () => {
  const { seen, requests } = show("STARTED");
  const trip = decodePolyline(TRIP);
  await waitFor(() => expect(seen().lines).toEqual([trip, trip]));
  expect(requests.some((one) => one.includes("/routes/"))).toBe(false);
});

it("follows the car on the way", async () => {
  const { seen } = show("STARTED");
  await waitFor(() => expect(seen().centre?.lng).toBeCloseTo(CAR.lng, 2));
  expect(seen().centre?.lat).toBeCloseTo(CAR.lat, 2);
});
