import { QueryClientProvider } from "@tanstack/react-query";
import { render, waitFor } from "@testing-library/react";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { createQueryClient } from "@/api/query-client";
import type { Booking } from "@/api/types";
import { loadRest, startI18n } from "@/i18n/setup";
import { decodePolyline } from "@/map/polyline";
import { mockMapApi, watchMap } from "@/testing/mock-map-api";
import { ride } from "@/testing/mock-trip-api";
import { ThemeProvider } from "@/ui/theme/theme-provider";
import { TripMap } from "./trip-map";

const PLANNED = "_p~iF~ps|U_ulLnnqC";
const DRIVEN = "_p~iF~ps|U_ulLnnqC_mqNvxq`@";
const at = "2026-03-01T10:00:00Z";
const [BEGAN, ENDED] = [
  { lat: 50.7, lng: -1.3 },
  { lat: 50.73, lng: -1.17 },
];
const TRACK = {
  polyline_points: DRIVEN,
  points: [BEGAN, ENDED].map((place) => ({ ...place, at })),
};

function show(booking: Booking) {
  mockMapApi({ "/track/": TRACK });
  const seen = watchMap();
  render(
    <ThemeProvider>
      <QueryClientProvider client={createQueryClient()}>
        <TripMap booking={booking} />
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
  const booking = ride("COMPLETE", { route_polyline: PLANNED });
  const seen = show(booking);
  const driven = decodePolyline(DRIVEN);
  await waitFor(() => expect(seen().lines).toEqual([driven, driven]));
  expect(seen().pins).toEqual({
    "Pickup: Bus Station, Newport": BEGAN,
    "Drop-off: Pier Head, Ryde": ENDED,
  });
});

it("shows the planned route during the trip", async () => {
  const { drop, ...booking } = ride("STARTED", { route_polyline: PLANNED });
  const seen = show({ ...booking, drop });
  const planned = decodePolyline(PLANNED);
  await waitFor(() => expect(seen().lines).toEqual([planned, planned]));
  expect(seen().pins["Drop-off: Pier Head, Ryde"]).toEqual({ lat: drop.lat, lng: drop.lng });
});
