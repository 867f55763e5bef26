import { infiniteQueryOptions } from "@tanstack/react-query";
import { request } from "./request";
import type { InboxMessage, Page } from "./types";

export const inboxKey = ["inbox"] as const;

/** Notifications, newest first. */
export const inboxQuery = () =>
  infiniteQueryOptions({
    queryKey: inboxKey,
    queryFn: ({ pageParam, signal }) =>
      request<Page<InboxMessage>>("me/inbox/", { signal, params: { cursor: pageParam } }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    staleTime: 60_000,
  });

/** Marks all notifications up to this one as read. */
export const markInboxRead = (upTo: number) =>
  request<void>("me/inbox/read/", { method: "POST", body: { up_to: upTo } });
