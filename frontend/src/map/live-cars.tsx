import { useComputedColorScheme } from "@mantine/core";
import { useEffect, useRef } from "react";
import { useMap, useMapEvents } from "react-leaflet";
import { useFormat } from "@/i18n/use-format";
import { CarArt } from "@/ui/art/car-art";
import { CarPictures } from "./car-pictures";
import type { FleetSource } from "./fleet-animation";
import { FleetCanvas } from "./fleet-canvas";

interface LiveCarsProps {
  fleet: FleetSource;
  selectedId?: number | null;
  onSelect?: (driverId: number | null) => void;
}

/** Car types with a drawing; other types use one of these. */
const CAR_KINDS = ["comfort", "economy", "exclusive", "pickup-truck", "mini-van", "truck"];
const CLOSER = 2;

/** A whole fleet on the map. The page provides the accessible alternative, a list. */
export function LiveCars({ fleet, selectedId = null, onSelect }: LiveCarsProps) {
  const map = useMap();
  const { number } = useFormat();
  const dark = useComputedColorScheme("light") === "dark";
  const canvas = useRef<FleetCanvas>(null);
  const drawings = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const drawing = new FleetCanvas(map, fleet);
    if (drawings.current) drawing.pictures = new CarPictures(drawings.current, drawing.redraw).find;
    canvas.current = drawing;
    return () => drawing.remove();
  }, [map, fleet]);

  useEffect(() => {
    if (!canvas.current) return;
    canvas.current.dark = dark;
    canvas.current.selected = selectedId;
    canvas.current.count = number;
    canvas.current.redraw();
  }, [dark, selectedId, number]);

  useMapEvents({
    click: ({ containerPoint }) => {
      const tapped = canvas.current?.at(containerPoint) ?? null;
      if (tapped && "cluster" in tapped) {
        const { x, y } = tapped.cluster;
        map.setZoomAround(map.containerPointToLatLng([x, y]), map.getZoom() + CLOSER);
      } else onSelect?.(tapped?.car ?? null);
    },
  });

  return (
    <div ref={drawings} hidden>
      {CAR_KINDS.map((icon) => (
        <span key={icon} data-car={icon}>
          <CarArt icon={icon} />
        </span>
      ))}
    </div>
  );
}
