import { useEffect } from "react";
import { useMapEvents } from "react-leaflet";
import type { LatLng } from "@/api/types";

interface MapEventsProps {
  onPick: ((at: LatLng) => void) | undefined;
  onMoveEnd: ((center: LatLng) => void) | undefined;
}

/** Reports map events, and allows the map to unmount during a zoom. */
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
      // Leaflet ends a zoom with a timer that cannot be cancelled, and throws if the map has been removed.
      Object.assign(map, { _animatingZoom: false });
    },
    [map],
  );
  return null;
}
