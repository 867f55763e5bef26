import type { Topic, TopicEvent } from "@/realtime/frames";

/** A fake server behind the browser's WebSocket, for tests of whole pages. */
export class FakeSocket extends EventTarget {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static readonly CLOSING = 2;
  static readonly CLOSED = 3;
  static last: FakeSocket | null = null;

  readyState = FakeSocket.CONNECTING;
  binaryType = "blob";
  bufferedAmount = 0;
  private seq = 0;
  private readonly topics = new Set<Topic>();

  constructor() {
    super();
    FakeSocket.last = this;
    setTimeout(() => {
      this.readyState = FakeSocket.OPEN;
      this.dispatchEvent(new Event("open"));
      this.deliver({ op: "hello", user_id: 7, server_time: "2026-11-01T10:00:00Z" });
    });
  }

  send(text: string): void {
    const frame = JSON.parse(text) as { op: string; topic: Topic };
    if (frame.op === "ping") this.deliver({ op: "pong" });
    if (frame.op !== "subscribe") return;
    this.topics.add(frame.topic);
    this.deliver({ op: "subscribed", topic: frame.topic, seq: this.seq });
  }

  close(): void {
    this.readyState = FakeSocket.CLOSED;
  }

  isSubscribed(topic: Topic): boolean {
    return this.topics.has(topic);
  }

  /** Emits an event on the user's own topic. */
  emit<T extends TopicEvent["type"]>(type: T, data: object): void {
    this.seq += 1;
    this.deliver({
      op: "event",
      topic: "me",
      seq: this.seq,
      type,
      at: "2026-11-01T10:00:00Z",
      data,
    });
  }

  private deliver(frame: object): void {
    this.dispatchEvent(new MessageEvent("message", { data: JSON.stringify(frame) }));
  }
}
