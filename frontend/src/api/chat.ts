import { infiniteQueryOptions } from "@tanstack/react-query";
import { request } from "./request";
import type { ChatMessage, ChatPage } from "./types";

export const chatKey = (bookingId: number) => ["chat", bookingId] as const;

/** The messages of a booking, the newest first, page by page. */
export const chatQuery = (bookingId: number) =>
  infiniteQueryOptions({
    queryKey: chatKey(bookingId),
    queryFn: ({ pageParam, signal }) =>
      request<ChatPage>(`bookings/${bookingId}/messages/`, {
        signal,
        params: { cursor: pageParam },
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
  });

export interface NewMessage {
  message: string;
  /** Ours: sent again under the same name, it is written once. */
  client_id: string;
}

export const writeMessage = (bookingId: number, body: NewMessage) =>
  request<ChatMessage>(`bookings/${bookingId}/messages/`, { method: "POST", body });

/** Marks the other side's messages as read, up to this one. */
export const markChatRead = (bookingId: number, upTo: number) =>
  request<{ unread: number }>(`bookings/${bookingId}/messages/read/`, {
    method: "POST",
    body: { up_to: upTo },
  });
