import { useMapEvents } from "react-leaflet";
import type { LatLng } from "@/api/types";

interface MapEventsProps {
  onPick: ((at: LatLng) => void) | undefined;
  onMoveEnd: ((center: LatLng) => void) | undefined;
}

export function MapEvents({ onPick, onMoveEnd }: MapEventsProps) {
  useMapEvents({
    click: ({ latlng }) => onPick?.({ lat: latlng.lat, lng: latlng.lng }),
    moveend: ({ target }) => {
      const { lat, lng } = target.getCenter();
      onMoveEnd?.({ lat, lng });
    },
  });
  return null;
}
