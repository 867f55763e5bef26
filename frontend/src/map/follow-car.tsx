import { Button } from "@mantine/core";
import { IconNavigationFilled } from "@tabler/icons-react";
import { point } from "leaflet";
import { useEffect, useRef, useState } from "react";
import { useMap, useMapEvents } from "react-leaflet";
import type { LatLng } from "@/api/types";
import classes from "./base-map.module.css";

const CLOSE_UP = 16;
const PANNING = new Set(["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"]);

interface FollowCarProps {
  at: LatLng;
  /** The height that a panel covers at the bottom: the car is centred in the rest. */
  coveredBelow: number;
  label: string;
}

/** Keeps the car in view until the user moves the map; a button then resumes following it. */
export function FollowCar({ at, coveredBelow, label }: FollowCarProps) {
  const map = useMap();
  const [following, setFollowing] = useState(true);
  /** The zoom is set only when following begins. */
  const begins = useRef(true);
  useMapEvents({
    dragstart: () => setFollowing(false),
    keydown: ({ originalEvent: { key, target } }) => {
      if (PANNING.has(key) && target === map.getContainer()) setFollowing(false);
    },
  });
  const { lat, lng } = at;

  useEffect(() => {
    if (!following) return;
    const still = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    const zoom = begins.current ? Math.max(map.getZoom(), CLOSE_UP) : map.getZoom();
    begins.current = false;
    const middle = map.project([lat, lng], zoom).add(point(0, coveredBelow / 2));
    map.setView(map.unproject(middle, zoom), zoom, { animate: !still });
  }, [map, lat, lng, coveredBelow, following]);

  if (following) return null;
  return (
    <Button
      className={classes.follow ?? ""}
      variant="lamp"
      radius="xl"
      leftSection={<IconNavigationFilled size={18} aria-hidden="true" />}
      onClick={() => {
        begins.current = true;
        setFollowing(true);
      }}
    >
      {label}
    </Button>
  );
}
