import { useComputedColorScheme } from "@mantine/core";
import { useEffect, useRef } from "react";
import { useMap, useMapEvents } from "react-leaflet";
import { FleetCanvas } from "./fleet-canvas";
import type { FleetSource } from "./fleet-moves";

interface LiveCarsProps {
  fleet: FleetSource;
  selectedId?: number | null;
  onSelect?: (driverId: number | null) => void;
}

/** A whole fleet on the map. Its accessible twin, a list, is the page's to draw. */
export function LiveCars({ fleet, selectedId = null, onSelect }: LiveCarsProps) {
  const map = useMap();
  const dark = useComputedColorScheme("light") === "dark";
  const canvas = useRef<FleetCanvas>(null);

  useEffect(() => {
    const drawing = new FleetCanvas(map, fleet);
    canvas.current = drawing;
    return () => drawing.remove();
  }, [map, fleet]);

  useEffect(() => {
    if (!canvas.current) return;
    canvas.current.dark = dark;
    canvas.current.selected = selectedId;
    canvas.current.redraw();
  }, [dark, selectedId]);

  useMapEvents({
    click: ({ containerPoint }) => onSelect?.(canvas.current?.carAt(containerPoint) ?? null),
  });

  return null;
}
