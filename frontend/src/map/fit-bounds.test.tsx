import { render } from "@testing-library/react";
import type { Map as LeafletMap } from "leaflet";
import { MapContainer, useMap } from "react-leaflet";
import { afterEach, describe, expect, it, vi } from "vitest";
import { FitBounds, type FitPadding } from "./fit-bounds";

const POINTS = [
  { lat: 50.69, lng: -1.31 },
  { lat: 50.72, lng: -1.26 },
];
/** How far a pin reaches above its point; a car reaches less far. */
const MARKER = 44;

let map: LeafletMap;
function Peek() {
  map = useMap();
  return null;
}

/** Returns the distances of the points from the edges of a map of that size. */
function fitted(width: number, height: number, padding?: FitPadding) {
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(width);
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(height);
  render(
    // Without zoom steps, the points reach the edges of the available area.
    <MapContainer center={[50.7, -1.3]} zoom={12} zoomSnap={0}>
      <FitBounds points={POINTS} {...(padding ? { padding } : {})} />
      <Peek />
    </MapContainer>,
  );
  const at = POINTS.map((point) => map.latLngToContainerPoint(point));
  const xs = at.map(({ x }) => x);
  const ys = at.map(({ y }) => y);
  return {
    left: Math.min(...xs),
    right: width - Math.max(...xs),
    top: Math.min(...ys),
    bottom: height - Math.max(...ys),
  };
}

afterEach(() => {
  vi.restoreAllMocks();
  document.documentElement.dir = "";
});

describe("a map that shows all its points", () => {
  it("shows each marker in full if the map is too small for its panels", () => {
    for (const [width, height, padding] of [
      [390, 300, { top: 130, bottom: 300 }],
      [320, 240, { bottom: 400 }],
      [300, 600, { start: 420 }],
      [150, 150, { start: 420, bottom: 300 }],
    ] as const) {
      const edges = fitted(width, height, padding);
      const least = Math.min(...Object.values(edges));
      expect(least, JSON.stringify([width, height, edges])).toBeGreaterThanOrEqual(MARKER);
    }
  });

  it("applies the padding of all panels, and the margin, where there is room", () => {
    const { top, bottom } = fitted(800, 700, { top: 130, bottom: 300 });
    expect(top).toBeGreaterThanOrEqual(130 + MARKER);
    expect(bottom).toBeGreaterThanOrEqual(300 + MARKER);
    expect(top - 130).toBeCloseTo(bottom - 300, -1);
  });

  it("applies a panel's padding on the side where reading starts", () => {
    expect(fitted(1000, 700, { start: 420 }).left).toBeGreaterThanOrEqual(420 + MARKER);
    document.documentElement.dir = "rtl";
    expect(fitted(1000, 700, { start: 420 }).right).toBeGreaterThanOrEqual(420 + MARKER);
  });
});
