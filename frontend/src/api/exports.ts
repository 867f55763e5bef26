import { queryOptions } from "@tanstack/react-query";
import { get, post, remove } from "./client";
import type { Export, ExportFormat } from "./types";

const POLL_MS = 800;

export interface ExportRequest {
  /** The list's name in the API. */
  kind: string;
  format: ExportFormat;
  /** The list's query. */
  filters: object;
  /** Columns in this order; all columns if empty. */
  columns: string[];
}

/** Starts a background export of a list to a file. */
export const startExport = (input: ExportRequest, idempotencyKey: string) =>
  post("exports/", { body: { ...input, filters: { ...input.filters } }, idempotencyKey });

export const exportKey = (id: number) => ["exports", id] as const;

/** The progress of an export, polled until it is done. */
export const exportQuery = (id: number) =>
  queryOptions({
    queryKey: exportKey(id),
    queryFn: ({ signal }) => get("exports/{id}/", { path: { id }, signal }),
    refetchInterval: ({ state }) => (state.data && !isInProgress(state.data) ? false : POLL_MS),
  });

export const isInProgress = ({ state }: Export): boolean =>
  state === "queued" || state === "running";

/** Cancels an export, or deletes its file. */
export const deleteExport = (id: number) => remove("exports/{id}/", { path: { id } });
