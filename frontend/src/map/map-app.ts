import { useSyncExternalStore } from "react";
import { platformOf } from "@/api/platform";
import type { LatLng } from "@/api/types";

const ALL = ["device", "google", "apple", "waze"] as const;
export type MapApp = (typeof ALL)[number];

/**
 * The map apps for navigation. `device` is the phone's default app for a location, which an iPhone does not
 * have.
 */
export const MAP_APPS: readonly MapApp[] =
  platformOf(navigator.userAgent, navigator.maxTouchPoints) === "IOS"
    ? ALL.filter((app) => app !== "device")
    : ALL;

/** Product names, the same in all languages. */
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
    // Without storage, the user selects the app again next time.
  }
  for (const notify of watchers) notify();
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  window.addEventListener("storage", watcher);
  return () => {
    watchers.delete(watcher);
    window.removeEventListener("storage", watcher);
  };
}

/** Returns the map app selected on this device; null until then. */
export const useMapApp = (): MapApp | null => useSyncExternalStore(watch, read);

/** Returns the URL that opens a route to a location in an app. */
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
