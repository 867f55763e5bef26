import { queryOptions } from "@tanstack/react-query";
import { get } from "./client";
import type { components } from "./schema";

export type SystemStatus = Required<components["schemas"]["Status"]>;
export type Level = SystemStatus["level"];

/** What works and what does not; the server keeps it for ten seconds. */
export const statusQuery = () =>
  queryOptions({
    queryKey: ["status"],
    queryFn: ({ signal }) => get("status/", { signal }),
    refetchInterval: 30_000,
  });
