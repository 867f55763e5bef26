import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { chatKey, type NewMessage, writeMessage } from "@/api/chat";
import { newIdempotencyKey } from "@/api/request";
import type { ChatMessage } from "@/api/types";

/** A message being sent. `error` is null until sending fails. */
export interface Outgoing extends NewMessage {
  error: unknown;
}

/** Messages that are not in the list yet. Each has a stable key, so that a retry sends it once. */
export function useOutbox(bookingId: number, arrived: readonly ChatMessage[]) {
  const client = useQueryClient();
  const [outgoing, setOutgoing] = useState<Outgoing[]>([]);
  const arrivedIds = new Set(arrived.map(({ client_id }) => client_id));

  const mark = (client_id: string, error: unknown) =>
    setOutgoing((all) => all.map((one) => (one.client_id === client_id ? { ...one, error } : one)));

  const post = async ({ message, client_id }: NewMessage) => {
    try {
      await writeMessage(bookingId, { message, client_id });
      await client.invalidateQueries({ queryKey: chatKey(bookingId) });
      setOutgoing((all) => all.filter((one) => one.client_id !== client_id));
    } catch (error) {
      mark(client_id, error);
      void client.invalidateQueries({ queryKey: chatKey(bookingId) });
    }
  };

  return {
    outgoing: outgoing.filter(({ client_id }) => !arrivedIds.has(client_id)),
    send: (text: string) => {
      const message = { message: text.trim(), client_id: newIdempotencyKey(), error: null };
      if (message.message === "") return;
      setOutgoing((all) => [...all, message]);
      void post(message);
    },
    sendAgain: (message: Outgoing) => {
      mark(message.client_id, null);
      void post(message);
    },
  };
}
