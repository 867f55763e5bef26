import { queryOptions } from "@tanstack/react-query";
import { get, patch, post, remove } from "./client";
import { meKey } from "./me";
import type { components } from "./schema";

type Schemas = components["schemas"];

export type Rank = Schemas["Rank"];
export type RankForm = Schemas["RankFormRequest"];
export type RankPlace = Schemas["RankQueueEntry"];
export type OwnRank = Schemas["OwnRank"];

export const ranksKey = ["ranks"] as const;
export const ownRankKey = [...meKey, "rank"] as const;

/** While there are ranks, a driver may arrive at one; without, one may be added. */
const ARRIVAL_MS = 15_000;
const ADDED_MS = 300_000;

export const rankQueueQuery = (id: number) =>
  queryOptions({
    queryKey: [...ranksKey, "queue", id],
    queryFn: ({ signal }) => get("ranks/{id}/queue/", { path: { id }, signal }),
    select: (queue) => queue.entries,
  });

/** The places that ended on a day, by default today; below the key of the ranks, which events invalidate. */
export const endedPlacesQuery = (id: number, day: string) =>
  queryOptions({
    queryKey: [...ranksKey, "places", id, day],
    queryFn: ({ signal }) =>
      get("ranks/{id}/places/", { path: { id }, params: day ? { day } : {}, signal }),
    select: (places) => places.entries,
  });

export const ownRankQuery = () =>
  queryOptions({
    queryKey: ownRankKey,
    queryFn: ({ signal }) => get("me/rank/", { signal }),
    refetchInterval: ({ state }) => (state.data?.enabled ? ARRIVAL_MS : ADDED_MS),
  });

export const addRank = (body: RankForm) => post("ranks/", { body });
export const changeRank = (id: number, body: RankForm) =>
  patch("ranks/{id}/", { path: { id }, body });
export const deleteRank = (id: number) => remove("ranks/{id}/", { path: { id } });
export const removeFromQueue = (id: number, reason: string) =>
  post("ranks/places/{id}/remove/", { path: { id }, body: { reason } });

export const checkInAtRank = (rank: number) => post("me/rank/", { body: { rank } });
export const leaveRank = () => post("me/rank/leave/");
