import { act, fireEvent, render, screen } from "@testing-library/react";
import type { Map as LeafletMap } from "leaflet";
import { MapContainer, useMap } from "react-leaflet";
import { describe, expect, it } from "vitest";
import { ThemeProvider } from "@/ui/theme/theme-provider";
import { FollowCar } from "./follow-car";

let map: LeafletMap;
function Peek() {
  map = useMap();
  return null;
}

function Drive({ lat }: { lat: number }) {
  return (
    <ThemeProvider>
      <MapContainer center={[50.7, -1.3]} zoom={12}>
        <FollowCar at={{ lat, lng: -1.3 }} coveredBelow={0} label="Follow" />
        <Peek />
      </MapContainer>
    </ThemeProvider>
  );
}

describe("a map that follows the car", () => {
  it("zooms in once, and then leaves the zoom to the user", async () => {
    const { rerender } = render(<Drive lat={50.7} />);
    expect(map.getZoom()).toBe(16);
    act(() => void map.setZoom(13, { animate: false }));
    rerender(<Drive lat={50.71} />);
    expect(map.getZoom()).toBe(13);
    expect(map.getCenter().lat).toBeCloseTo(50.71, 3);
  });

  it("stays where the keyboard moved it, until following is resumed", () => {
    const { rerender } = render(<Drive lat={50.7} />);
    act(() => void map.setZoom(13, { animate: false }));
    fireEvent.keyDown(map.getContainer(), { key: "ArrowUp" });
    rerender(<Drive lat={50.8} />);
    expect(map.getCenter().lat).toBeCloseTo(50.7, 2);
    fireEvent.click(screen.getByRole("button", { name: "Follow" }));
    expect(map.getCenter().lat).toBeCloseTo(50.8, 2);
    expect(map.getZoom()).toBe(16);
  });
});
