import type { Wire } from "./client";
import type { ClientFrame, ServerFrame } from "./frames";

type Listener = (event: { data?: unknown; code?: number }) => void;

/** A fake WebSocket: delivers server frames, drops the connection, records client frames. */
export class FakeWebSocket implements Wire {
  readonly heard: ClientFrame[] = [];
  closed = false;
  reconnects = 0;
  private readonly listeners = new Map<string, Listener[]>();

  send(text: string): void {
    this.heard.push(JSON.parse(text) as ClientFrame);
  }

  close(): void {
    this.closed = true;
  }

  reconnect(): void {
    this.reconnects += 1;
  }

  addEventListener(type: "open" | "message" | "close", listener: Listener): void {
    this.listeners.set(type, [...(this.listeners.get(type) ?? []), listener]);
  }

  say(frame: ServerFrame): void {
    for (const tell of this.listeners.get("message") ?? []) tell({ data: JSON.stringify(frame) });
  }

  greet(): void {
    this.say({ op: "hello", user_id: 1, server_time: "2026-01-01T00:00:00Z" });
  }

  drop(code = 1006): void {
    for (const tell of this.listeners.get("close") ?? []) tell({ code });
  }

  take(op: ClientFrame["op"]): ClientFrame[] {
    return this.heard.filter((frame) => frame.op === op);
  }
}
