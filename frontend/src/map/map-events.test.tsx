import { render } from "@testing-library/react";
import { type Map as LeafletMap, latLng } from "leaflet";
import { MapContainer, useMap } from "react-leaflet";
import { describe, expect, it } from "vitest";
import { MapEvents } from "./map-events";

describe("a map", () => {
  it("may go while it zooms: the end of the zoom then finds nothing to do", () => {
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
    // As in the middle of an animated zoom, which this DOM has not: Leaflet's timer is still to come.
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
