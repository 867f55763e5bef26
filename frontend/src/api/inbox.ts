import { infiniteQueryOptions } from "@tanstack/react-query";
import { get, post } from "./client";

export const inboxKey = ["inbox"] as const;

/** Notifications, newest first. */
export const inboxQuery = () =>
  infiniteQueryOptions({
    queryKey: inboxKey,
    queryFn: ({ pageParam, signal }) => get("me/inbox/", { signal, params: { cursor: pageParam } }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    staleTime: 60_000,
  });

/** Marks all notifications up to this one as read. */
export const markInboxRead = (upTo: number) => post("me/inbox/read/", { body: { up_to: upTo } });
