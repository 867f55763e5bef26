import { queryOptions, replaceEqualDeep } from "@tanstack/react-query";
import { get, post } from "./client";
import type { Board } from "./types";

export const boardKey = ["desk", "board"] as const;

/**
 * Returns the new board with the previous object of each job that has not changed, so that its card is not
 * drawn again. By id: a job that leaves or comes first moves all others to other places.
 */
export function sharedJobs(before: Board | undefined, after: Board): Board {
  const known = new Map(before?.jobs.map((job) => [job.id, job]));
  return { ...after, jobs: after.jobs.map((job) => replaceEqualDeep(known.get(job.id), job)) };
}

/** The open bookings with their lanes. */
export const boardQuery = () =>
  queryOptions({
    queryKey: boardKey,
    queryFn: ({ signal }) => get("desk/board/", { signal }),
    structuralSharing: (before, after) => sharedJobs(before as Board | undefined, after as Board),
  });

/** Those of the bookings that are still on the board. */
export const jobsOf = (ids: readonly number[]) =>
  get("desk/board/", { params: { ids: ids.join(",") } });

/** The server's limit of ids in a request. */
export const MAX_IDS = 200;

export const deskDriversKey = ["desk", "drivers"] as const;

/** The drivers with state and time in it. */
export const deskDriversQuery = () =>
  queryOptions({
    queryKey: deskDriversKey,
    queryFn: ({ signal }) => get("desk/drivers/", { signal }),
    select: (page) => page.results,
  });

/** Those of the drivers that are still listed. */
export const driversOf = (ids: readonly number[]) =>
  get("desk/drivers/", { params: { ids: ids.join(",") } });

/** Sends drivers a text, which their app shows at once. */
export const messageDrivers = (drivers: readonly number[], text: string, key: string) =>
  post("desk/messages/", { body: { drivers: [...drivers], text }, idempotencyKey: key });

export const deskMessagesKey = ["desk", "messages"] as const;

/** The last messages of the desk with the number of their receipts, newest first. */
export const deskMessagesQuery = () =>
  queryOptions({
    queryKey: deskMessagesKey,
    queryFn: ({ signal }) => get("desk/messages/", { signal }),
    select: (page) => page.results,
  });

/** The drivers who received and read a message. */
export const deskReceiptsQuery = (id: number) =>
  queryOptions({
    queryKey: [...deskMessagesKey, id],
    queryFn: ({ signal }) => get("desk/messages/{id}/", { path: { id }, signal }),
    select: (page) => page.results,
  });

/** The driver gets no requests until they go online again. */
export const takeOffline = (driver: number, reason: string) =>
  post("desk/drivers/{id}/offline/", { path: { id: driver }, body: { reason } });
