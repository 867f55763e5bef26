import { rounded } from "@/api/places";
import type { LatLng } from "@/api/types";

export type LocationFailure = "location_denied" | "location_unavailable";

/** Resolves to the device's position; rejects with a LocationFailure. */
export function currentPosition(): Promise<LatLng> {
  return new Promise((resolve, reject: (why: LocationFailure) => void) => {
    if (!navigator.geolocation) {
      reject("location_unavailable");
      return;
    }
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve(rounded({ lat: coords.latitude, lng: coords.longitude })),
      ({ code, PERMISSION_DENIED }) =>
        reject(code === PERMISSION_DENIED ? "location_denied" : "location_unavailable"),
      { enableHighAccuracy: true, timeout: 10_000, maximumAge: 30_000 },
    );
  });
}
