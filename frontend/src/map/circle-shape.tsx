import { Circle } from "react-leaflet";
import type { LatLng } from "@/api/types";

interface CircleShapeProps {
  center: LatLng;
  /** In metres. */
  radius: number;
}

const COLOR = "#b45309";

/** A circle on a map. Decorative: the form beside it has its numbers. */
export function CircleShape({ center, radius }: CircleShapeProps) {
  return (
    <Circle
      center={center}
      radius={radius}
      pathOptions={{ color: COLOR, weight: 2.5, fillOpacity: 0.16 }}
      // A click sets the centre on the map below.
      interactive={false}
    />
  );
}
