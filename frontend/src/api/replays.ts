import { queryOptions } from "@tanstack/react-query";
import { get, post, remove } from "./client";
import { download } from "./download";
import type { components } from "./schema";

type Schemas = components["schemas"];

export type ReplayRun = Schemas["ReplayRun"];
export type ReplayResults = Schemas["ReplayResults"];
export type ReplayDriver = Schemas["ReplayDriverDetail"];
export type ReplayGroup = Schemas["ReplayGroup"];

const POLL_MS = 1000;

export const replaysKey = ["replays"] as const;

export const isUnfinished = ({ state }: ReplayRun) => state === "queued" || state === "running";

/** The last replays, read again while one of them is unfinished. */
export const replaysQuery = () =>
  queryOptions({
    queryKey: [...replaysKey, "list"],
    queryFn: ({ signal }) => get("replays/", { signal }),
    select: (page) => page.results,
    refetchInterval: ({ state }) => (state.data?.results.some(isUnfinished) ? POLL_MS : false),
  });

/** The results of a finished replay, which never change. */
export const replayResultsQuery = (id: number) =>
  queryOptions({
    queryKey: [...replaysKey, "results", id],
    queryFn: ({ signal }) => get("replays/{id}/results/", { path: { id }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** A driver's days and trips under the tariff of a finished replay. */
export const replayDriverQuery = (id: number, driver: number) =>
  queryOptions({
    queryKey: [...replaysKey, "driver", id, driver],
    queryFn: ({ signal }) =>
      get("replays/{id}/drivers/{driver_id}/", { path: { id, driver_id: driver }, signal }),
  });

/** The tariffs to choose from, the newest first. */
export const replayTariffsQuery = () =>
  queryOptions({
    queryKey: ["tariffs", "choices"],
    queryFn: ({ signal }) => get("tariffs/", { signal, params: { page_size: 200 } }),
    select: (page) => page.results,
  });

/** The shares of all drivers as a file. */
export const replayDriversFile = (id: number) =>
  download(`replays/${id}/drivers/`, `replay-${id}.csv`);

/** What each rider paid and would have paid, as a file. */
export const replayRidersFile = (id: number) =>
  download(`replays/${id}/riders/`, `replay-riders-${id}.csv`);

export const startReplay = (body: Schemas["ReplayCreateRequest"]) => post("replays/", { body });
export const deleteReplay = (id: number) => remove("replays/{id}/", { path: { id } });
