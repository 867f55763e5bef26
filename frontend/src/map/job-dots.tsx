import { canvas, circleMarker, layerGroup } from "leaflet";
import { useEffect, useRef } from "react";
import { useMap } from "react-leaflet";
import type { LatLng } from "@/api/types";

export interface JobDot {
  id: number;
  at: LatLng;
  /** A job that is late. */
  late: boolean;
}

const RADIUS = 7;

/** The pickups of many jobs, on one canvas. Decorative: the board lists them. */
export function JobDots({
  dots,
  onSelect,
}: {
  dots: readonly JobDot[];
  onSelect: (id: number) => void;
}) {
  const map = useMap();
  const select = useRef(onSelect);
  useEffect(() => {
    select.current = onSelect;
  });
  useEffect(() => {
    const style = getComputedStyle(document.documentElement);
    const colour = (name: string) => style.getPropertyValue(name).trim();
    const renderer = canvas({ padding: 0.3 });
    const group = layerGroup(
      dots.map(({ id, at, late }) =>
        circleMarker(at, {
          renderer,
          radius: RADIUS,
          weight: 2,
          color: colour("--hx-night"),
          fillColor: colour(late ? "--hx-danger" : "--hx-lamp"),
          fillOpacity: 1,
          bubblingMouseEvents: false,
        }).on("click", () => select.current(id)),
      ),
    ).addTo(map);
    return () => {
      group.remove();
      renderer.remove();
    };
  }, [map, dots]);
  return null;
}
