import { useDocumentVisibility } from "@mantine/hooks";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { chatKey, markChatRead } from "@/api/chat";
import { inboxKey } from "@/api/inbox";
import type { ChatMessage } from "@/api/types";

/** Marks the other side's messages as read once the page is visible. */
export function useRead(bookingId: number, messages: readonly ChatMessage[], unread: number): void {
  const client = useQueryClient();
  const visible = useDocumentVisibility() === "visible";
  const newest = messages.findLast(({ own }) => !own)?.id ?? null;

  useEffect(() => {
    if (!visible || newest === null || unread === 0) return;
    // A failure is harmless: the next visit marks them as read.
    markChatRead(bookingId, newest).then(
      () => {
        void client.invalidateQueries({ queryKey: chatKey(bookingId) });
        void client.invalidateQueries({ queryKey: inboxKey });
      },
      () => undefined,
    );
  }, [bookingId, client, visible, newest, unread]);
}
