import { useEffect, useRef, useState } from "react";
import type { PositionPoint } from "@/api/types";
import { realtime } from "@/realtime/realtime";
import { isWorthSending } from "./position-rules";

export type FeedState = "off" | "searching" | "sending" | "denied" | "unavailable";

const MAX_AGE_MS = 2_000;
const OPTIONS: PositionOptions = {
  enableHighAccuracy: true,
  maximumAge: MAX_AGE_MS,
  timeout: 20_000,
};
const REQUEST_FIX_MS = 10_000;
const ANSWER_MS = 5_000;

function pointOf({ coords, timestamp }: GeolocationPosition): PositionPoint {
  const now = Date.now();
  // Some receivers repeat the time of the first fix while the car is parked.
  const at = Math.min(Math.max(timestamp, now - MAX_AGE_MS), now);
  return {
    lat: coords.latitude,
    lng: coords.longitude,
    at: new Date(at).toISOString(),
    ...(coords.heading === null || Number.isNaN(coords.heading) ? {} : { heading: coords.heading }),
    ...(coords.speed === null ? {} : { speed: coords.speed }),
    accuracy: coords.accuracy,
  };
}

/**
 * Sends the phone's position while `on`: every ten metres, and a heartbeat every ten seconds.
 *
 * On a trip it sends only measured fixes, because the fare is calculated from them.
 */
export function usePositionFeed(
  on: boolean,
  trip: number | null,
): { state: FeedState; last: PositionPoint | null } {
  const [state, setState] = useState<FeedState>("off");
  const [last, setLast] = useState<PositionPoint | null>(null);
  const sent = useRef<PositionPoint | null>(null);
  const current = useRef(trip);
  current.current = trip;

  useEffect(() => {
    if (!on) {
      setState("off");
      return;
    }
    if (!("geolocation" in navigator)) {
      setState("unavailable");
      return;
    }
    setState("searching");
    let known: GeolocationPosition | null = null;
    const take = (fix: GeolocationPosition) => {
      known = fix;
      const point = pointOf(fix);
      setState("sending");
      setLast(point);
      if (!isWorthSending(sent.current, point)) return;
      sent.current = point;
      realtime.sendPositions([point], current.current);
    };
    const fail = (error: GeolocationPositionError) =>
      setState(error.code === error.PERMISSION_DENIED ? "denied" : "searching");
    const watch = navigator.geolocation.watchPosition(take, fail, OPTIONS);
    const noAnswer = (error: GeolocationPositionError) => {
      // Some receivers report nothing until they move: send the last position.
      if (error.code === error.TIMEOUT && known && current.current === null) take(known);
      else fail(error);
    };
    // A parked car gives no new fix. Request one, so that the driver does not count as offline.
    const again = setInterval(
      () =>
        navigator.geolocation.getCurrentPosition(take, noAnswer, {
          ...OPTIONS,
          timeout: ANSWER_MS,
        }),
      REQUEST_FIX_MS,
    );
    return () => {
      navigator.geolocation.clearWatch(watch);
      clearInterval(again);
    };
  }, [on]);

  return { state, last };
}
