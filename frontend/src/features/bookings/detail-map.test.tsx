import { QueryClientProvider } from "@tanstack/react-query";
import { render, waitFor } from "@testing-library/react";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { createQueryClient } from "@/api/query-client";
import type { Booking, BookingStatus } from "@/api/types";
import { loadRest, startI18n } from "@/i18n/setup";
import { decodePolyline } from "@/map/polyline";
import { mockMapApi, watchMap } from "@/testing/mock-map-api";
import { ThemeProvider } from "@/ui/theme/theme-provider";
import { DetailMap } from "./detail-map";

const PLANNED = "_p~iF~ps|U_ulLnnqC";
const DRIVEN = "_p~iF~ps|U_ulLnnqC_mqNvxq`@";
const BEGAN = { lat: 50.7, lng: -1.3 };
const ENDED = { lat: 50.73, lng: -1.17 };
const at = "2026-03-01T10:00:00Z";

function show(status: BookingStatus) {
  mockMapApi({
    "/track/": {
      polyline_points: DRIVEN,
      points: [BEGAN, ENDED].map((place) => ({ ...place, at })),
    },
  });
  const seen = watchMap();
  const booking = {
    id: 81,
    status,
    pickup: { lat: 50.6997, lng: -1.2931, add: "Newport" },
    drop: { lat: 50.7392, lng: -1.16, add: "Ryde" },
    has_drop: true,
    stops: [],
    driver: null,
    route_polyline: PLANNED,
  } as unknown as Booking;
  render(
    <ThemeProvider>
      <QueryClientProvider client={createQueryClient()}>
        <DetailMap booking={booking} />
      </QueryClientProvider>
    </ThemeProvider>,
  );
  return seen;
}

beforeAll(async () => {
  await startI18n();
  await loadRest();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it("shows the driven route of a finished trip between its actual start and end", async () => {
  const seen = show("PAID");
  const driven = decodePolyline(DRIVEN);
  await waitFor(() => expect(seen().lines).toEqual([driven, driven]));
  expect(seen().pins).toEqual({ "Pickup: Newport": BEGAN, "Drop-off: Ryde": ENDED });
});

it("shows the planned route and the progress of the car during the trip", async () => {
  const seen = show("STARTED");
  const [planned, sofar] = [decodePolyline(PLANNED), decodePolyline(DRIVEN)];
  await waitFor(() => expect(seen().lines).toEqual([planned, planned, sofar, sofar]));
  expect(seen().pins["Drop-off: Ryde"]).toEqual({ lat: 50.7392, lng: -1.16 });
});
