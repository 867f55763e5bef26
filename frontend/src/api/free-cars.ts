import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { get } from "./client";
import type { LatLng } from "./types";

const POLL_MS = 20_000;

/** The approximate positions of the nearest free cars, without their drivers. */
export const freeCarsQuery = ({ lat, lng }: LatLng) =>
  queryOptions({
    queryKey: ["free-cars", lat, lng],
    queryFn: ({ signal }) => get("free-cars/", { signal, params: { lat, lng } }),
    select: (page) => page.results,
    placeholderData: keepPreviousData,
    refetchInterval: POLL_MS,
    // The cars are optional: users can book without them.
    retry: false,
  });
