import { Polygon, Tooltip } from "react-leaflet";

export interface ZoneShape {
  name: string;
  rings: number[][][];
  color: string;
}

interface ZoneShapesProps {
  shapes: readonly ZoneShape[];
  /** Behind the zone that is being edited. */
  faint?: boolean;
}

/** With more zones, names would cover the map; each is shown under the pointer. */
const MOST_NAMES = 30;

/** Zones on a map with their names. Decorative: a list or a table has the same. */
export function ZoneShapes({ shapes, faint = false }: ZoneShapesProps) {
  return shapes.map(({ name, rings, color }) => (
    <Polygon
      key={`${name} ${color}`}
      positions={rings.map((ring) => ring.map(([lng = 0, lat = 0]) => [lat, lng] as const)) as []}
      pathOptions={{
        color,
        weight: faint ? 1.5 : 2.5,
        opacity: faint ? 0.7 : 1,
        fillOpacity: faint ? 0.06 : 0.16,
        ...(faint ? { dashArray: "5 5" } : {}),
      }}
      // The pointer draws on the map below.
      interactive={!faint}
    >
      <Tooltip
        direction="center"
        permanent={faint || shapes.length <= MOST_NAMES}
        opacity={faint ? 0.6 : 0.92}
      >
        <bdi>{name}</bdi>
      </Tooltip>
    </Polygon>
  ));
}
