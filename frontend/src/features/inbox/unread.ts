import type { InboxMessage, Page } from "@/api/types";

export interface Unread {
  count: number;
  /** There are more than have been read from the server. */
  more: boolean;
}

/** How many are new, of those that were fetched; a chat that was read may have left older ones new. */
export function unreadOf(pages: readonly Page<InboxMessage>[]): Unread {
  const messages = pages.flatMap(({ results }) => results);
  const count = messages.filter(({ read_at }) => read_at === null).length;
  const oldestIsNew = messages.at(-1)?.read_at === null;
  return { count, more: oldestIsNew && Boolean(pages.at(-1)?.next) };
}
