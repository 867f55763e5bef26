import { useInfiniteQuery } from "@tanstack/react-query";
import { chatQuery } from "@/api/chat";
import type { BookingStatus, ChatMessage } from "@/api/types";
import { useConnection } from "@/realtime/hooks";
import { useLiveChat } from "@/realtime/live";

const POLL_MS = 5_000;
const OPEN = new Set<BookingStatus>(["ACCEPTED", "ARRIVED", "STARTED", "REACHED", "PENDING"]);

/** Whether a chat is usually open in this status; `writable` is the server's decision. */
export const isChatOpen = (status: BookingStatus) => OPEN.has(status);

/** The chat of a booking: its messages, oldest first, and the number of unread ones. */
export function useChat(bookingId: number, status: BookingStatus) {
  const connection = useConnection();
  useLiveChat(bookingId);
  const query = useInfiniteQuery({
    ...chatQuery(bookingId),
    // Poll only while the socket is not connected.
    refetchInterval: connection === "live" || !isChatOpen(status) ? false : POLL_MS,
  });
  const pages = query.data?.pages ?? [];
  const messages: ChatMessage[] = pages.flatMap(({ results }) => results).reverse();
  return { query, messages, unread: pages[0]?.unread ?? 0, writable: pages[0]?.writable ?? false };
}
