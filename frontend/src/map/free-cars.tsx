import { divIcon, layerGroup, marker } from "leaflet";
import { useEffect } from "react";
import { useMap } from "react-leaflet";
import type { LatLng } from "@/api/types";
import { carSvg } from "./car-shape";
import classes from "./markers.module.css";

const SIZE: [number, number] = [17, 30];

const svg = carSvg({
  body: "var(--hx-car-body)",
  glass: "var(--hx-car-glass)",
  rim: "var(--hx-car-rim)",
  lamp: "var(--hx-car-lamp)",
});

/** Free cars nearby. Decorative: the page shows their number and arrival time as text. */
export function FreeCars({ cars }: { cars: readonly LatLng[] }) {
  const map = useMap();
  useEffect(() => {
    const icon = divIcon({
      className: classes.freeCar ?? "",
      iconSize: SIZE,
      iconAnchor: [SIZE[0] / 2, SIZE[1] / 2],
      html: svg,
    });
    const group = layerGroup(
      cars.map(({ lat, lng }) => marker([lat, lng], { icon, keyboard: false, interactive: false })),
    ).addTo(map);
    return () => {
      group.remove();
    };
  }, [map, cars]);
  return null;
}
