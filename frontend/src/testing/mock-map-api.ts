import { Map as LeafletMap, Marker, Polyline } from "leaflet";
import { vi } from "vitest";
import type { LatLng } from "@/api/types";

/** Mocks the map API behind `fetch`, for tests of the map's content. */

const CITY = {
  name: "Isle of Wight",
  bbox: [-1.6, 50.57, -1.06, 50.77],
  center: { lat: 50.67, lng: -1.33 },
  pmtiles_url: "/maps/basemap.pmtiles",
  max_zoom: 14,
  attribution: "",
  attributions: [],
};

/**
 * Responds with the map and these answers, by a part of the URL; returns the recorded requests. Tiles never
 * load.
 */
export function mockMapApi(answers: Record<string, unknown>): string[] {
  const requests: string[] = [];
  vi.stubGlobal("fetch", (url: string, init: RequestInit = {}) => {
    requests.push(`${url} ${String(init.body ?? "")}`.trim());
    if (url.endsWith("/map/")) return Promise.resolve(Response.json(CITY));
    const found = Object.entries(answers).find(([part]) => url.includes(part));
    return found ? Promise.resolve(Response.json(found[1])) : new Promise(() => undefined);
  });
  return requests;
}

/** Records the lines and pins of the next map. */
export function watchMap() {
  const fit = vi.spyOn(LeafletMap.prototype, "fitBounds");
  const seen = () => {
    const lines: LatLng[][] = [];
    const pins: Record<string, LatLng> = {};
    const unnamed: LatLng[] = [];
    const at = ({ lat, lng }: LatLng) => ({ lat, lng });
    const map = fit.mock.contexts.at(-1) as LeafletMap | undefined;
    map?.eachLayer((layer) => {
      if (layer instanceof Polyline) lines.push((layer.getLatLngs() as LatLng[]).map(at));
      if (!(layer instanceof Marker)) return;
      const { title } = layer.options;
      if (title) pins[title] = at(layer.getLatLng());
      else unnamed.push(at(layer.getLatLng()));
    });
    const centre = map === undefined ? null : at(map.getCenter());
    return { lines, pins, unnamed, centre };
  };
  return seen;
}
