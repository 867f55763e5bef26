import type { InboxMessage, Page } from "@/api/types";

export interface Unread {
  count: number;
  /** There are more than have been read from the server. */
  more: boolean;
}

/** How many are new. Reading marks everything up to a message, so the new ones are the first ones. */
export function unreadOf(pages: readonly Page<InboxMessage>[]): Unread {
  const messages = pages.flatMap(({ results }) => results);
  const firstRead = messages.findIndex(({ read_at }) => read_at !== null);
  const count = firstRead < 0 ? messages.length : firstRead;
  return { count, more: firstRead < 0 && Boolean(pages.at(-1)?.next) };
}
