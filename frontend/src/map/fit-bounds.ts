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

const MARGIN = 48;
const CLOSEST = 16;

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
    // On a small map the panels' room may be more than there is: then the middle will do.
    const across = Math.min(1, (size.x - 80) / (start + end + MARGIN * 2));
    const down = Math.min(1, (size.y - 80) / (top + bottom + MARGIN * 2));
    map.fitBounds(latLngBounds(points), {
      paddingTopLeft: [((rtl ? end : start) + MARGIN) * across, (top + MARGIN) * down],
      paddingBottomRight: [((rtl ? start : end) + MARGIN) * across, (bottom + MARGIN) * down],
      maxZoom: closest,
      animate: !still,
      duration: 0.6,
    });
  }, [map, key]);

  return null;
}
