import { currentTracer } from "@/api/tracing";
import type {
  ClientFrame,
  FleetPosition,
  ServerFrame,
  Topic,
  TopicEvent,
  TripPosition,
} from "./frames";

export interface TopicListener {
  onEvent?: (event: TopicEvent) => void;
  /** Called when fetched data may be outdated: after subscribing, after a gap, after a long absence. */
  onRefetch?: () => void;
  onTripPosition?: (position: TripPosition) => void;
  onFleetPositions?: (positions: FleetPosition[]) => void;
  onRefused?: (code: string) => void;
}

interface Subscription {
  listeners: Set<TopicListener>;
  /** The last sequence number; undefined until the server sends one. */
  seq: number | undefined;
}

/**
 * The subscribed topics and the last sequence number of each, so that every event is delivered once and in
 * order.
 */
export class Subscriptions {
  private readonly topics = new Map<Topic, Subscription>();
  private readonly send: (frame: ClientFrame) => void;

  constructor(send: (frame: ClientFrame) => void) {
    this.send = send;
  }

  add(topic: Topic, listener: TopicListener): () => void {
    let subscription = this.topics.get(topic);
    if (!subscription) {
      subscription = { listeners: new Set(), seq: undefined };
      this.topics.set(topic, subscription);
      this.sendSubscribe(topic, subscription);
    } else if (subscription.seq !== undefined) {
      listener.onRefetch?.();
    }
    subscription.listeners.add(listener);
    return () => this.remove(topic, listener);
  }

  private remove(topic: Topic, listener: TopicListener): void {
    const subscription = this.topics.get(topic);
    if (!subscription?.listeners.delete(listener) || subscription.listeners.size > 0) return;
    this.topics.delete(topic);
    this.send({ op: "unsubscribe", topic });
  }

  /** Subscribes to all topics after a reconnect, with the last sequence numbers. */
  resubscribe(): void {
    for (const [topic, subscription] of this.topics) this.sendSubscribe(topic, subscription);
  }

  /** Resets the sequence numbers after a change of user. */
  resetSequences(): void {
    for (const subscription of this.topics.values()) subscription.seq = undefined;
  }

  private sendSubscribe(topic: Topic, { seq }: Subscription): void {
    this.send(
      seq === undefined ? { op: "subscribe", topic } : { op: "subscribe", topic, last_seq: seq },
    );
  }

  take(frame: ServerFrame): void {
    if (!("topic" in frame)) return;
    const subscription = this.topics.get(frame.topic);
    if (!subscription) return;
    switch (frame.op) {
      case "subscribed":
        this.takeSubscribed(subscription, frame.seq);
        break;
      case "refetch":
        subscription.seq = frame.seq;
        notify(subscription, (listener) => listener.onRefetch?.());
        break;
      case "refused":
        notify(subscription, (listener) => listener.onRefused?.(frame.code));
        break;
      case "event":
        if (frame.trace) currentTracer()?.event(frame.type, frame.trace);
        this.takeEvent(subscription, frame);
        break;
      case "position":
        notify(subscription, (listener) => listener.onTripPosition?.(frame.data));
        break;
      case "positions":
        notify(subscription, (listener) => listener.onFleetPositions?.(frame.data));
        break;
    }
  }

  private takeSubscribed(subscription: Subscription, seq: number): void {
    const first = subscription.seq === undefined;
    const sequenceWentBack = subscription.seq !== undefined && seq < subscription.seq;
    if (!first && !sequenceWentBack) return;
    subscription.seq = seq;
    // Data that a page fetched before this moment may be outdated.
    notify(subscription, (listener) => listener.onRefetch?.());
  }

  private takeEvent(subscription: Subscription, event: TopicEvent): void {
    const last = subscription.seq;
    if (last !== undefined && event.seq <= last) return;
    subscription.seq = event.seq;
    notify(subscription, (listener) => listener.onEvent?.(event));
    const missedSome = last !== undefined && event.seq > last + 1;
    if (missedSome) notify(subscription, (listener) => listener.onRefetch?.());
  }
}

function notify(subscription: Subscription, call: (listener: TopicListener) => void): void {
  for (const listener of [...subscription.listeners]) call(listener);
}
