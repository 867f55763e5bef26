import { divIcon, marker } from "leaflet";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useMap } from "react-leaflet";
import type { DriverPosition } from "@/api/types";
import { useFormat } from "@/i18n/use-format";
import { MarkerAnimation } from "./animate-marker";
import { carSvg } from "./car-shape";
import classes from "./markers.module.css";

interface CarMarkerProps {
  position: DriverPosition;
  /** The car's owner; omitted for the viewer's own car. */
  name?: string;
}

interface CarParts {
  animation: MarkerAnimation;
  say: (note: string | null, title: string) => void;
}

const STALE_AFTER_MS = 15_000;
const POLL_MS = 5000;

const svg = carSvg({
  body: "var(--hx-car-body)",
  glass: "var(--hx-car-glass)",
  rim: "var(--hx-car-rim)",
  lamp: "var(--hx-car-lamp)",
});

/** Escapes a label: Leaflet renders strings as HTML. */
function plain(text: string): HTMLElement {
  const element = document.createElement("span");
  element.textContent = text;
  return element;
}

function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), POLL_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** A car marker: it moves smoothly, turns with its heading, and turns grey when its position is stale. */
export function CarMarker({ position, name }: CarMarkerProps) {
  const map = useMap();
  const { t } = useTranslation();
  const { ago } = useFormat();
  const now = useNow();
  const parts = useRef<CarParts>(null);
  const stale = now - Date.parse(position.at) > STALE_AFTER_MS;
  const title = name ? t("map.car", { name }) : t("map.car_plain");
  const note = stale ? t("map.last_seen", { ago: ago(position.at, new Date(now)) }) : null;

  useEffect(() => {
    const icon = divIcon({
      className: classes.car ?? "",
      iconSize: [26, 46],
      iconAnchor: [13, 23],
      html: svg,
    });
    const car = marker([0, 0], { icon, keyboard: false, zIndexOffset: 1000 });
    const animation = new MarkerAnimation(({ lat, lng, heading }) => {
      car.setLatLng([lat, lng]);
      if (!map.hasLayer(car)) car.addTo(map);
      const drawing = car.getElement()?.querySelector("svg");
      if (drawing) drawing.style.transform = `rotate(${heading}deg)`;
    });
    parts.current = {
      animation,
      say: (text, label) => {
        const element = car.getElement();
        element?.setAttribute("title", label);
        element?.toggleAttribute("data-stale", text !== null);
        if (text === null) car.unbindTooltip();
        else if (car.getTooltip()) car.setTooltipContent(plain(text));
        else car.bindTooltip(plain(text), { permanent: true, direction: "top", offset: [0, -22] });
      },
    };
    return () => {
      animation.stop();
      car.remove();
      parts.current = null;
    };
  }, [map]);

  useEffect(() => {
    parts.current?.animation.to(position);
  }, [position]);

  useEffect(() => {
    parts.current?.say(note, title);
  }, [note, title]);

  return null;
}
