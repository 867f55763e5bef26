import { queryOptions } from "@tanstack/react-query";
import { get } from "./client";

const MINUTES = 60_000;

export const settingsKey = ["settings", "public"] as const;

export const publicSettingsQuery = () =>
  queryOptions({
    queryKey: settingsKey,
    queryFn: ({ signal }) => get("settings/public/", { signal }),
    staleTime: 10 * MINUTES,
  });

export const carTypesQuery = () =>
  queryOptions({
    queryKey: ["car-types"],
    queryFn: ({ signal }) => get("car-types/", { signal }),
    select: (page) => page.results,
    staleTime: 10 * MINUTES,
  });

export const cancelReasonsQuery = () =>
  queryOptions({
    queryKey: ["cancel-reasons"],
    queryFn: ({ signal }) => get("cancel-reasons/", { signal }),
    select: (page) => page.results,
  });

export const mapInfoQuery = () =>
  queryOptions({
    queryKey: ["map"],
    queryFn: ({ signal }) => get("map/", { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
