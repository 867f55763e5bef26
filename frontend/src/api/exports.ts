import { queryOptions } from "@tanstack/react-query";
import { request } from "./request";
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
  request<Export>("exports/", { method: "POST", body: input, idempotencyKey });

export const exportKey = (id: number) => ["exports", id] as const;

/** The progress of an export, polled until it is done. */
export const exportQuery = (id: number) =>
  queryOptions({
    queryKey: exportKey(id),
    queryFn: ({ signal }) => request<Export>(`exports/${id}/`, { signal }),
    refetchInterval: ({ state }) => (state.data && !isInProgress(state.data) ? false : POLL_MS),
  });

export const isInProgress = ({ state }: Export): boolean =>
  state === "queued" || state === "running";

/** Cancels an export, or deletes its file. */
export const deleteExport = (id: number) => request<void>(`exports/${id}/`, { method: "DELETE" });
