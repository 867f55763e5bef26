import { useDocumentVisibility } from "@mantine/hooks";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { chatKey, markChatRead } from "@/api/chat";
import { inboxKey } from "@/api/inbox";
import type { ChatMessage } from "@/api/types";

/** Marks the other side's messages as read, once they are on a visible page. */
export function useRead(bookingId: number, messages: readonly ChatMessage[], unread: number): void {
  const client = useQueryClient();
  const looked = useDocumentVisibility() === "visible";
  const newest = messages.findLast(({ own }) => !own)?.id ?? null;

  useEffect(() => {
    if (!looked || newest === null || unread === 0) return;
    // A failure is harmless: the next visit marks them as read.
    markChatRead(bookingId, newest).then(
      () => {
        void client.invalidateQueries({ queryKey: chatKey(bookingId) });
        void client.invalidateQueries({ queryKey: inboxKey });
      },
      () => undefined,
    );
  }, [bookingId, client, looked, newest, unread]);
}
