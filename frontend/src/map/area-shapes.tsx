import { Polygon, Tooltip } from "react-leaflet";
import classes from "./markers.module.css";

export interface AreaShape {
  id: string;
  /** Rings of [longitude, latitude]. */
  rings: readonly (readonly number[][])[];
  /** A short text in the middle, because a colour alone says nothing. */
  label: string;
  tone: "busy" | "short" | "enough";
  /** The opacity, from 0 to 1. */
  strength: number;
}

/** With more areas, labels would cover the map. */
const MOST_LABELS = 30;

/** Shaded areas with a label, the most important first. Decorative: a table or a list has the same. */
export function AreaShapes({ shapes }: { shapes: readonly AreaShape[] }) {
  return shapes.map(({ id, rings, label, tone, strength }, index) => (
    <Polygon
      key={`${id} ${tone}`}
      positions={rings.map((ring) => ring.map(([lng = 0, lat = 0]) => [lat, lng] as const)) as []}
      // A class among the options that may change is never applied.
      className={`${classes.area} ${classes[tone]}`}
      pathOptions={{ weight: 1.5, fillOpacity: strength }}
      // Clicks are for the pins and cars below.
      interactive={false}
    >
      {index < MOST_LABELS ? (
        <Tooltip direction="center" permanent opacity={0.92} className={classes.areaLabel ?? ""}>
          <bdi>{label}</bdi>
        </Tooltip>
      ) : null}
    </Polygon>
  ));
}
