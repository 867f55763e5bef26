import { queryOptions } from "@tanstack/react-query";
import { request } from "./request";
import type { CancelReason, ListedCarType, MapInfo, PublicSettings, Results } from "./types";

const MINUTES = 60_000;

export const settingsKey = ["settings", "public"] as const;

export const publicSettingsQuery = () =>
  queryOptions({
    queryKey: settingsKey,
    queryFn: ({ signal }) => request<PublicSettings>("settings/public/", { signal }),
    staleTime: 10 * MINUTES,
  });

export const carTypesQuery = () =>
  queryOptions({
    queryKey: ["car-types"],
    queryFn: ({ signal }) => request<Results<ListedCarType>>("car-types/", { signal }),
    select: (page) => page.results,
    staleTime: 10 * MINUTES,
  });

export const cancelReasonsQuery = () =>
  queryOptions({
    queryKey: ["cancel-reasons"],
    queryFn: ({ signal }) => request<Results<CancelReason>>("cancel-reasons/", { signal }),
    select: (page) => page.results,
  });

export const mapInfoQuery = () =>
  queryOptions({
    queryKey: ["map"],
    queryFn: ({ signal }) => request<MapInfo>("map/", { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
