import { queryOptions } from "@tanstack/react-query";
import { get, post, type RowOf } from "./client";
import type { components } from "./schema";

export type Surge = components["schemas"]["Surge"];
export type SurgeChange = RowOf<"surge/changes/">;

const REFRESH_MS = 30_000;

export const surgeKey = ["surge"] as const;

/** The factors now; the job of the server calculates them once a minute. */
export const surgeQuery = () =>
  queryOptions({
    queryKey: [...surgeKey, "now"],
    queryFn: ({ signal }) => get("surge/", { signal }),
    refetchInterval: REFRESH_MS,
  });

export const stopSurge = () => post("surge/stop/");
export const resumeSurge = () => post("surge/resume/");
