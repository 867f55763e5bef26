import type { InboxMessage, Page } from "@/api/types";

export interface Unread {
  count: number;
  /** Whether there are more than the loaded ones. */
  more: boolean;
}

/** Counts the new messages among the loaded pages. Reading a chat can leave older messages new. */
export function unreadOf(pages: readonly Page<InboxMessage>[]): Unread {
  const messages = pages.flatMap(({ results }) => results);
  const count = messages.filter(({ read_at }) => read_at === null).length;
  const oldestIsNew = messages.at(-1)?.read_at === null;
  return { count, more: oldestIsNew && Boolean(pages.at(-1)?.next) };
}
