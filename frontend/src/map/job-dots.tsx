import { useComputedColorScheme } from "@mantine/core";
import { type Canvas, type CircleMarker, canvas, circleMarker } from "leaflet";
import { useEffect, useRef } from "react";
import { useMap } from "react-leaflet";
import type { LatLng } from "@/api/types";
import { dotChanges } from "./dot-changes";

export interface JobDot {
  id: number;
  at: LatLng;
  /** A job that is late. */
  late: boolean;
}

interface Drawn {
  dot: JobDot;
  marker: CircleMarker;
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
  const scheme = useComputedColorScheme("light");
  const select = useRef(onSelect);
  const drawn = useRef(new Map<number, Drawn>());
  const renderer = useRef<Canvas>(null);
  useEffect(() => {
    select.current = onSelect;
  });
  // Other colours: all dots are drawn again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the scheme changes the colours.
  useEffect(() => {
    const [own, markers] = [canvas({ padding: 0.3 }), drawn.current];
    renderer.current = own;
    return () => {
      for (const { marker } of markers.values()) marker.remove();
      markers.clear();
      own.remove();
    };
  }, [map, scheme]);
  // A change of one job moves one dot: thousands of layers would take longer than a frame.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the scheme removes all dots.
  useEffect(() => {
    if (!renderer.current) return;
    const { gone, added } = dotChanges(drawn.current, dots);
    for (const id of gone) {
      drawn.current.get(id)?.marker.remove();
      drawn.current.delete(id);
    }
    if (added.length === 0) return;
    const style = getComputedStyle(document.documentElement);
    const [edge, late, waiting] = ["--hx-night", "--hx-danger", "--hx-lamp"].map((name) =>
      style.getPropertyValue(name).trim(),
    );
    for (const dot of added) {
      const marker = circleMarker(dot.at, {
        renderer: renderer.current,
        radius: RADIUS,
        weight: 2,
        color: edge ?? "",
        fillColor: (dot.late ? late : waiting) ?? "",
        fillOpacity: 1,
        bubblingMouseEvents: false,
      }).on("click", () => select.current(dot.id));
      drawn.current.set(dot.id, { dot, marker: marker.addTo(map) });
    }
  }, [map, dots, scheme]);
  return null;
}
