import { useRef } from "react";
import { outcomeUnknown } from "@/api/error";
import { newIdempotencyKey } from "@/api/request";

/**
 * The idempotency key of a form: the same values, sent again after an unknown outcome, are the same request; after
 * a refusal, a success or a change they are a new one.
 */
export function useRequestKey() {
  const attempt = useRef<{ sent: string; key: string } | null>(null);
  return {
    keyOf(values: unknown): string {
      const sent = JSON.stringify(values);
      if (attempt.current?.sent !== sent) attempt.current = { sent, key: newIdempotencyKey() };
      return attempt.current.key;
    },
    /** Ends the attempt, unless the server may have processed it. */
    settle(error?: unknown): void {
      if (!outcomeUnknown(error)) attempt.current = null;
    },
  };
}
