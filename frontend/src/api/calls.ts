import { queryOptions } from "@tanstack/react-query";
import { get } from "./client";

export const liveCallsKey = ["calls", "live"] as const;

/** The phone calls that ring or are answered, newest first; admins only. */
export const liveCallsQuery = () =>
  queryOptions({
    queryKey: liveCallsKey,
    queryFn: ({ signal }) => get("calls/live/", { signal }),
    select: (page) => page.results,
  });
