import { latLngBounds } from "leaflet";
import { useEffect } from "react";
import { useMap } from "react-leaflet";
import type { LatLng } from "@/api/types";

/** Room to keep free, for panels over the map; start and end follow the reading direction. */
export interface FitPadding {
  top?: number;
  bottom?: number;
  start?: number;
  end?: number;
}

/** A pin stands 44 px above its point and a car reaches 23 px around it: with this much, both are whole. */
const MARGIN = 48;
/** What panels leave for the points themselves. */
const LEAST_ROOM = 80;
const CLOSEST = 16;

/**
 * Room to keep free at both ends of one direction of the map. Where it is too small for its panels, these count
 * for less, never the margin: a marker at the map's edge would be cut off.
 */
function keptFree(length: number, before: number, after: number): [number, number] {
  // Also a map that is not laid out yet keeps something to show points in.
  const margin = Math.min(MARGIN, length / 2 - 4);
  const forPanels = Math.max(0, length - LEAST_ROOM - MARGIN * 2);
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

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for points, padding and zoom by value.
  useEffect(() => {
    if (points.length === 0) return;
    const rtl = document.documentElement.dir === "rtl";
    const { top = 0, bottom = 0, start = 0, end = 0 } = padding;
    const still = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    const size = map.getSize();
    const [left, right] = rtl ? keptFree(size.x, end, start) : keptFree(size.x, start, end);
    const [above, below] = keptFree(size.y, top, bottom);
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
