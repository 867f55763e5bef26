import { render } from "@testing-library/react";
import { type Map as LeafletMap, latLng } from "leaflet";
import { MapContainer, useMap } from "react-leaflet";
import { describe, expect, it } from "vitest";
import { MapEvents } from "./map-events";

describe("a map", () => {
  it("can unmount during a zoom", () => {
    let map: LeafletMap | undefined;
    function Peek() {
      map = useMap();
      return null;
    }
    const { unmount } = render(
      <MapContainer center={[50.7, -1.3]} zoom={12}>
        <MapEvents onPick={undefined} onMoveEnd={undefined} />
        <Peek />
      </MapContainer>,
    );
    // Simulates the middle of an animated zoom, which jsdom does not have: Leaflet's timer is pending.
    const zooming = {
      _animatingZoom: true,
      _animateToCenter: latLng(50.71, -1.31),
      _animateToZoom: 13,
    };
    const zoomed = Object.assign(map ?? {}, zooming) as unknown as {
      _onZoomTransitionEnd: () => void;
    };
    unmount();
    expect(() => zoomed._onZoomTransitionEnd()).not.toThrow();
  });
});
