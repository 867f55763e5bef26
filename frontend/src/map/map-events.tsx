import { useEffect } from "react";
import { useMapEvents } from "react-leaflet";
import type { LatLng } from "@/api/types";

interface MapEventsProps {
  onPick: ((at: LatLng) => void) | undefined;
  onMoveEnd: ((center: LatLng) => void) | undefined;
}

/** Reports map events, and the end of the map, which can come during a zoom. */
export function MapEvents({ onPick, onMoveEnd }: MapEventsProps) {
  const map = useMapEvents({
    click: ({ latlng }) => onPick?.({ lat: latlng.lat, lng: latlng.lng }),
    moveend: ({ target }) => {
      const { lat, lng } = target.getCenter();
      onMoveEnd?.({ lat, lng });
    },
  });
  useEffect(
    () => () => {
      // Leaflet ends a zoom by a timer, and in a map that is gone by then it throws: it has no way to stop it.
      Object.assign(map, { _animatingZoom: false });
    },
    [map],
  );
  return null;
}
