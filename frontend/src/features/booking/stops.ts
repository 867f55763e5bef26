import type { TripPoint } from "@/api/types";
import type { Draft } from "./draft";

/** Adds an empty stop before the drop-off. */
export function withNewStop(draft: Draft): Draft {
  const id = Math.max(0, ...draft.stops.map((stop) => stop.id)) + 1;
  return { ...draft, stops: [...draft.stops, { id, point: null }] };
}

export const withStop = (draft: Draft, id: number, point: TripPoint | null): Draft => ({
  ...draft,
  stops: draft.stops.map((stop) => (stop.id === id ? { id, point } : stop)),
});

export const withoutStop = (draft: Draft, id: number): Draft => ({
  ...draft,
  stops: draft.stops.filter((stop) => stop.id !== id),
});

/** Moves a stop one place earlier (-1) or later (1). */
export function movedStop(draft: Draft, id: number, by: -1 | 1): Draft {
  const from = draft.stops.findIndex((stop) => stop.id === id);
  const stop = draft.stops[from];
  const to = from + by;
  if (!stop || to < 0 || to >= draft.stops.length) return draft;
  const stops = draft.stops.filter((other) => other !== stop);
  stops.splice(to, 0, stop);
  return { ...draft, stops };
}
