import { hashKey, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useState } from "react";
import { type EstimateInput, estimateQuery } from "@/api/bookings";
import { rounded } from "@/api/places";
import type { Estimate, EstimateOption, TripPoint } from "@/api/types";
import { chosen, type Draft, hasPlaces } from "./draft";

/** Refetch before the quote expires, so that a pending confirmation still finds it. */
const AHEAD_MS = 5_000;
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** An end of the trip in an estimate request. The query is disabled while it is not chosen. */
function ended(point: TripPoint | null): TripPoint {
  return point ? { ...rounded(point), add: point.add } : { lat: 0, lng: 0, add: "" };
}

const wayOf = ({ pickup, stops, drop, return_wait_minutes, hire_minutes }: EstimateInput) =>
  hashKey([pickup, stops, drop, return_wait_minutes !== undefined, hire_minutes !== undefined]);

/** The prices of the trip once it has both ends, refetched at this interval (0: never). */
export function useEstimate(draft: Draft, everyMs: number) {
  const client = useQueryClient();
  const pickup = chosen(draft.pickup);
  const drop = chosen(draft.drop);
  const { hireMinutes } = draft;
  const ready = hasPlaces(draft);
  // A stop without an address yet leaves the price as it is.
  const stops = draft.stops.flatMap((stop) => chosen(stop.point) ?? []).map(ended);
  const { parcelTypeId, optionId } = draft.parcel;
  const input: EstimateInput = {
    pickup: ended(pickup),
    ...(hireMinutes === null ? { drop: ended(drop) } : { hire_minutes: hireMinutes }),
    ...(stops.length > 0 ? { stops } : {}),
    ...(draft.returnWait === null ? {} : { return_wait_minutes: draft.returnWait }),
    ...(draft.passengers > 1 ? { passengers: draft.passengers } : {}),
    ...(draft.luggage > 0 ? { luggage: draft.luggage } : {}),
    ...(draft.children > 0 ? { children: draft.children } : {}),
    ...(draft.child_seats > 0 ? { child_seats: draft.child_seats } : {}),
    ...(parcelTypeId === null ? {} : { parcel_type_id: parcelTypeId }),
    ...(optionId === null ? {} : { option_id: optionId }),
    ...(draft.later && draft.tripDate ? { trip_date: draft.tripDate } : {}),
  };
  const query = useQuery({
    ...estimateQuery(input),
    // A new parcel choice on the same route keeps the current prices until the new ones load.
    placeholderData: (before, query) =>
      query && wayOf(query.queryKey[1] as EstimateInput) === wayOf(input) ? before : undefined,
    enabled: ready,
    refetchInterval: everyMs || false,
  });
  const clear = useCallback(() => client.resetQueries({ queryKey: ["estimates"] }), [client]);
  return { ...query, ready, clear };
}

/** Refetches expired prices, and shows a notice until `dismiss`. */
export function useQuoteExpiry(estimate: Estimate | undefined, refetch: () => Promise<unknown>) {
  const [renewed, setRenewed] = useState(false);
  const expiresAt = estimate?.expires_at;

  const renew = useCallback(async () => {
    await refetch();
    setRenewed(true);
  }, [refetch]);

  useEffect(() => {
    if (!expiresAt) return;
    const wait = Date.parse(expiresAt) - Date.now() - AHEAD_MS;
    const timer = setTimeout(() => void renew(), Math.min(Math.max(wait, 1_000), LONGEST_TIMER_MS));
    return () => clearTimeout(timer);
  }, [expiresAt, renew]);

  return { renewed, renew, dismiss: useCallback(() => setRenewed(false), []) };
}

/** Returns the option of a car type that has room for the party. */
export function optionOf(
  estimate: Estimate | undefined,
  carTypeId: number | null,
): EstimateOption | null {
  const option = estimate?.options.find(({ car_type }) => car_type.id === carTypeId);
  return option?.unavailable ? null : (option ?? null);
}

/** Returns the default car of those with room: the first one with a driver nearby, otherwise the first. */
export function usualCar(estimate: Estimate): number | null {
  const options = estimate.options.filter((option) => !option.unavailable);
  const near = options.find((option) => option.drivers_nearby > 0);
  return (near ?? options[0])?.car_type.id ?? null;
}
