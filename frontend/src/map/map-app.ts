import { useSyncExternalStore } from "react";
import { platformOf } from "@/api/platform";
import type { LatLng } from "@/api/types";

const ALL = ["device", "google", "apple", "waze"] as const;
export type MapApp = (typeof ALL)[number];

/**
 * The map apps that a driver may navigate with; `device` is whatever the phone opens for a place, and an
 * iPhone opens nothing for one.
 */
export const MAP_APPS: readonly MapApp[] =
  platformOf(navigator.userAgent, navigator.maxTouchPoints) === "IOS"
    ? ALL.filter((app) => app !== "device")
    : ALL;

/** Names of products, the same in every language. */
export const MAP_APP_NAMES: Record<Exclude<MapApp, "device">, string> = {
  google: "Google Maps",
  apple: "Apple Maps",
  waze: "Waze",
};

const KEY = "hansom.map-app";
const watchers = new Set<() => void>();

function read(): MapApp | null {
  try {
    const stored = localStorage.getItem(KEY);
    return MAP_APPS.find((app) => app === stored) ?? null;
  } catch {
    return null;
  }
}

export function chooseMapApp(app: MapApp): void {
  try {
    localStorage.setItem(KEY, app);
  } catch {
    // A browser without storage shows the question again next time.
  }
  for (const tell of watchers) tell();
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  window.addEventListener("storage", watcher);
  return () => {
    watchers.delete(watcher);
    window.removeEventListener("storage", watcher);
  };
}

/** The app that was chosen on this phone; null until then. */
export const useMapApp = (): MapApp | null => useSyncExternalStore(watch, read);

/** Opens the way from here to a place in an app. */
export function navigationHref(app: MapApp, { lat, lng }: LatLng): string {
  const place = `${lat},${lng}`;
  switch (app) {
    case "device":
      return `geo:${place}?q=${place}`;
    case "google":
      return `https://www.google.com/maps/dir/?api=1&destination=${place}&travelmode=driving`;
    case "apple":
      return `https://maps.apple.com/?daddr=${place}&dirflg=d`;
    case "waze":
      return `https://waze.com/ul?ll=${place}&navigate=yes`;
  }
}
