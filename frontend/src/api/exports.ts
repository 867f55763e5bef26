import { queryOptions } from "@tanstack/react-query";
import { request } from "./request";
import type { Export, ExportFormat } from "./types";

const LOOK_EVERY_MS = 800;

export interface ExportWish {
  /** Which list, by the name that the server knows it by. */
  kind: string;
  format: ExportFormat;
  /** The list's own query. */
  filters: object;
  /** Named columns in their order; all there are where none is named. */
  columns: string[];
}

/** Has a list written to a file, in the background. */
export const startExport = (wish: ExportWish, idempotencyKey: string) =>
  request<Export>("exports/", { method: "POST", body: wish, idempotencyKey });

export const exportKey = (id: number) => ["exports", id] as const;

/** The progress of an export, polled until it is done. */
export const exportQuery = (id: number) =>
  queryOptions({
    queryKey: exportKey(id),
    queryFn: ({ signal }) => request<Export>(`exports/${id}/`, { signal }),
    refetchInterval: ({ state }) => (state.data && !isUnderWay(state.data) ? false : LOOK_EVERY_MS),
  });

export const isUnderWay = ({ state }: Export): boolean => state === "queued" || state === "running";

/** Calls it off, or throws the file away. */
export const dropExport = (id: number) => request<void>(`exports/${id}/`, { method: "DELETE" });
