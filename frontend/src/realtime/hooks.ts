import { useEffect, useRef, useSyncExternalStore } from "react";
import type { ConnectionState } from "./client";
import type { QueueState } from "./driver-queue";
import type { Topic } from "./frames";
import { realtime } from "./realtime";
import type { TopicListener } from "./subscriptions";

/** Subscribes to a topic while mounted; null for none. The handlers may change between renders. */
export function useTopic(topic: Topic | null, handlers: TopicListener): void {
  const latest = useRef(handlers);
  useEffect(() => {
    latest.current = handlers;
  });
  useEffect(() => {
    if (topic === null) return;
    return realtime.subscribe(topic, {
      onEvent: (event) => latest.current.onEvent?.(event),
      onRefetch: () => latest.current.onRefetch?.(),
      onTripPosition: (position) => latest.current.onTripPosition?.(position),
      onFleetPositions: (positions) => latest.current.onFleetPositions?.(positions),
      onRefused: (code) => latest.current.onRefused?.(code),
    });
  }, [topic]);
}

/** Returns a driver's pending actions. */
export function useQueueState(): QueueState {
  return useSyncExternalStore(realtime.watchQueue, () => realtime.queueState);
}

export function useConnection(): ConnectionState {
  return useSyncExternalStore(realtime.watchConnection, () => realtime.connection);
}
