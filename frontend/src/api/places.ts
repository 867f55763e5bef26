import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { get, post } from "./client";
import type { LatLng, Place } from "./types";

/**
 * The id of one search, from its first character to the selected place, for providers that bill by search
 * session.
 */
let search: string | null = null;

function searchSession(): string {
  search ??= crypto.randomUUID();
  return search;
}

/** Debounce the text by 200 ms before calling; a blank text sends no request. */
export const autocompleteQuery = (text: string, near?: LatLng) =>
  queryOptions({
    queryKey: ["places", "autocomplete", text.trim(), near ?? null],
    queryFn: ({ signal }) =>
      get("places/autocomplete/", {
        signal,
        params: { q: text.trim(), lat: near?.lat, lng: near?.lng, session: searchSession() },
      }),
    select: (page) => page.results,
    enabled: text.trim() !== "",
    placeholderData: keepPreviousData,
    staleTime: 5 * 60_000,
  });

/** Fetches the place of a suggestion and ends the search session. */
export function fetchPlace(placeId: string, signal?: AbortSignal): Promise<Place> {
  const session = search;
  search = null;
  return get("places/{place_id}/", {
    path: { place_id: placeId },
    params: { session },
    ...(signal ? { signal } : {}),
  });
}

export const reverseGeocode = ({ lat, lng }: LatLng, signal?: AbortSignal) =>
  get("places/reverse/", { params: { lat, lng }, ...(signal ? { signal } : {}) });

/** Rounds coordinates to five decimals (about a metre), so that caches are shared. */
export function rounded({ lat, lng }: LatLng): LatLng {
  return { lat: Number(lat.toFixed(5)), lng: Number(lng.toFixed(5)) };
}

/** The fastest route between two points. */
export const routeQuery = (from: LatLng, to: LatLng) =>
  queryOptions({
    queryKey: ["routes", rounded(from), rounded(to)],
    queryFn: ({ signal }) =>
      post("routes/", { body: { pickup: rounded(from), drop: rounded(to) }, signal }),
    staleTime: 5 * 60_000,
    retry: false,
  });

/** The places that a rider travels to, the most used first; admins only. */
export const riderPlacesQuery = (rider: number) =>
  queryOptions({
    queryKey: ["riders", "places", rider],
    queryFn: ({ signal }) => get("riders/{id}/places/", { path: { id: rider }, signal }),
    select: (page) => page.results,
    staleTime: 60_000,
  });
