import { latLngBounds } from "leaflet";
import { useEffect } from "react";
import { useMap } from "react-leaflet";
import type { LatLng } from "@/api/types";

/** Padding for panels over the map; start and end follow the reading direction. */
export interface FitPadding {
  top?: number;
  bottom?: number;
  start?: number;
  end?: number;
}

/** A pin reaches 44 px above its point and a car 23 px around it: this margin shows both in full. */
const MARGIN = 48;
/** The minimum space for the points between the panels. */
const MIN_ROOM = 80;
const CLOSEST = 16;

/**
 * Returns the padding at both ends of an axis. On a small map the panels' padding shrinks, but not the
 * margin, because a marker at the edge would be cut off.
 */
function freeSpan(length: number, before: number, after: number): [number, number] {
  // Leaves some space for points even before the map has a size.
  const margin = Math.min(MARGIN, length / 2 - 4);
  const forPanels = Math.max(0, length - MIN_ROOM - MARGIN * 2);
  const share = Math.min(1, forPanels / Math.max(1, before + after));
  return [before * share + margin, after * share + margin];
}

interface FitBoundsProps {
  points: LatLng[];
  padding?: FitPadding;
  closest?: number;
}

/** Shows all the points whenever they change; a single point is centred. */
export function FitBounds({ points, padding = {}, closest = CLOSEST }: FitBoundsProps) {
  const map = useMap();
  const key = JSON.stringify([points, padding, closest]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key represents points, padding and zoom by value.
  useEffect(() => {
    if (points.length === 0) return;
    const rtl = document.documentElement.dir === "rtl";
    const { top = 0, bottom = 0, start = 0, end = 0 } = padding;
    const still = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    const size = map.getSize();
    const [left, right] = rtl ? freeSpan(size.x, end, start) : freeSpan(size.x, start, end);
    const [above, below] = freeSpan(size.y, top, bottom);
    map.fitBounds(latLngBounds(points), {
      paddingTopLeft: [left, above],
      paddingBottomRight: [right, below],
      maxZoom: closest,
      animate: !still,
      duration: 0.6,
    });
  }, [map, key]);

  return null;
}
