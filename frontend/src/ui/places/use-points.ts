import { useCallback, useEffect, useRef, useState } from "react";
import { ApiError } from "@/api/error";
import { fetchPlace, reverseGeocode } from "@/api/places";
import type { LatLng, PlaceSuggestion, SavedAddress, TripPoint } from "@/api/types";
import { currentPosition, type LocationFailure } from "./geolocation";
import type { PointKind } from "./point";

export type PointFailure = "google_places_error" | "network_error" | LocationFailure;

/** The state of a field while its place is loading, and the error of the last attempt. */
export interface PointState {
  busy: { text: string; at: LatLng | null } | null;
  failure: PointFailure | null;
}

const IDLE: PointState = { busy: null, failure: null };

function failureOf(error: unknown): PointFailure {
  if (typeof error === "string") return error as LocationFailure;
  return error instanceof ApiError && error.isOffline ? "network_error" : "google_places_error";
}

type Look = (signal: AbortSignal, found: (at: LatLng) => void) => Promise<TripPoint>;

type SetPoint = (kind: PointKind, point: TripPoint) => void;

/**
 * The ways to set a point: a suggestion, a saved address, the current location, a click on the map.
 * `setPoint` saves the result.
 */
export function usePoints(setPoint: SetPoint) {
  const [states, setStates] = useState<Record<PointKind, PointState>>({ pickup: IDLE, drop: IDLE });
  const running = useRef<Partial<Record<PointKind, AbortController>>>({});

  useEffect(() => {
    const lookups = running.current;
    return () => {
      for (const lookup of Object.values(lookups)) lookup.abort();
    };
  }, []);

  const show = useCallback((kind: PointKind, state: PointState) => {
    setStates((all) => ({ ...all, [kind]: state }));
  }, []);

  const look = useCallback(
    async (kind: PointKind, text: string, at: LatLng | null, find: Look): Promise<void> => {
      running.current[kind]?.abort();
      const lookup = new AbortController();
      running.current[kind] = lookup;
      show(kind, { busy: { text, at }, failure: null });
      try {
        const point = await find(lookup.signal, (here) =>
          show(kind, { busy: { text, at: here }, failure: null }),
        );
        if (lookup.signal.aborted) return;
        setPoint(kind, point);
        show(kind, IDLE);
      } catch (error) {
        if (!lookup.signal.aborted) show(kind, { busy: null, failure: failureOf(error) });
      }
    },
    [show, setPoint],
  );

  const addressOf: (at: LatLng, signal: AbortSignal) => Promise<TripPoint> = async (at, signal) => {
    const { description } = await reverseGeocode(at, signal);
    return { ...at, add: description };
  };

  return {
    states,
    forget: (kind: PointKind) => {
      running.current[kind]?.abort();
      show(kind, IDLE);
    },
    chooseSuggestion: (kind: PointKind, suggestion: PlaceSuggestion) =>
      look(kind, suggestion.description, null, async (signal) => {
        const { lat, lng, description } = await fetchPlace(suggestion.place_id, signal);
        return { lat, lng, add: description || suggestion.description };
      }),
    chooseSaved: (kind: PointKind, { lat, lng, description }: SavedAddress) =>
      look(kind, description, { lat, lng }, async () => ({ lat, lng, add: description })),
    chooseHere: (kind: PointKind) =>
      look(kind, "", null, async (signal, found) => {
        const at = await currentPosition();
        found(at);
        return addressOf(at, signal);
      }),
    chooseAt: (kind: PointKind, at: LatLng) =>
      look(kind, "", at, (signal) => addressOf(at, signal)),
  };
}

export type Points = ReturnType<typeof usePoints>;
