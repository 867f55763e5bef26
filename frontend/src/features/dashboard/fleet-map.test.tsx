import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
// biome-ignore lint/style/noRestrictedImports: to check what the map receives, which no element shows.
import { type LatLngBounds, Map as LeafletMap } from "leaflet";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { createQueryClient } from "@/api/query-client";
import { loadRest, startI18n } from "@/i18n/setup";
import { FleetCars } from "@/realtime/fleet";
import { ThemeProvider } from "@/ui/theme/theme-provider";
import { FleetMap } from "./fleet-map";

const CITY = {
  name: "Isle of Wight",
  bbox: [-1.6, 50.57, -1.06, 50.77],
  center: { lat: 50.67, lng: -1.33 },
  pmtiles_url: "/maps/basemap.pmtiles",
  max_zoom: 14,
  attribution: "",
  attributions: [],
};
const NOTICE = "Allow location access to centre the map on you.";

const HOME = { latitude: 50.7, longitude: -1.3 } as GeolocationCoordinates;
const AT_HOME: Partial<Geolocation> = {
  getCurrentPosition: (found) => found({ coords: HOME } as GeolocationPosition),
};

function show(geolocation: Partial<Geolocation>, selectedId: number | null = null): void {
  // The tiles never load; the map works without them.
  vi.stubGlobal("fetch", (url: string) =>
    url.endsWith("map/") ? Promise.resolve(Response.json(CITY)) : new Promise(() => undefined),
  );
  Object.defineProperty(navigator, "geolocation", { value: geolocation, configurable: true });
  const fleet = new FleetCars();
  fleet.seed([
    {
      id: 31,
      name: "Ben Whitlock",
      vehicle_number: "HW12 CAB",
      car_type: { id: 1, name: "Economy", icon: "economy", image: null },
      lat: 50.7,
      lng: -1.29,
      heading: 90,
      at: new Date().toISOString(),
      online: true,
      busy: false,
      booking_id: null,
    },
  ]);
  render(
    <ThemeProvider>
      <QueryClientProvider client={createQueryClient()}>
        <FleetMap fleet={fleet} selectedId={selectedId} onSelect={() => undefined} />
      </QueryClientProvider>
    </ThemeProvider>,
  );
}

beforeAll(async () => {
  await startI18n();
  await loadRest();
});
afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, "geolocation");
});

describe("the live map", () => {
  it("shows allow_location when the browser denies its location", async () => {
    show({ getCurrentPosition: (_found, refused) => refused?.({} as GeolocationPositionError) });
    expect(await screen.findByText(NOTICE)).toBeInTheDocument();
  });

  it("shows no prompt with a known location, and labels the chosen driver and plate", async () => {
    show(AT_HOME, 31);
    expect(await screen.findByText("Ben Whitlock")).toBeInTheDocument();
    expect(screen.getByText("HW12 CAB")).toBeInTheDocument();
    expect(screen.queryByText(NOTICE)).not.toBeInTheDocument();
  });

  it("is centred on the browser's own place at zoom 10", async () => {
    const fit = vi.spyOn(LeafletMap.prototype, "fitBounds");
    show(AT_HOME);
    await waitFor(() => expect(fit.mock.lastCall?.[1]).toMatchObject({ maxZoom: 10 }));
    const [bounds] = fit.mock.lastCall as [LatLngBounds, unknown];
    expect(bounds.getCenter()).toMatchObject({ lat: 50.7, lng: -1.3 });
  });
});
