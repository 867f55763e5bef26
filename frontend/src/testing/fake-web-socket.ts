import type { Wire } from "@/realtime/client";
import type { ClientFrame, ServerFrame } from "@/realtime/frames";

type Listener = (event: { data?: unknown; code?: number }) => void;

/** A fake WebSocket: delivers server frames, drops the connection, records client frames. */
export class FakeWebSocket implements Wire {
  readonly sent: ClientFrame[] = [];
  closed = false;
  reconnects = 0;
  private readonly listeners = new Map<string, Listener[]>();

  send(text: string): void {
    this.sent.push(JSON.parse(text) as ClientFrame);
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

  deliver(frame: ServerFrame): void {
    for (const notify of this.listeners.get("message") ?? [])
      notify({ data: JSON.stringify(frame) });
  }

  greet(): void {
    this.deliver({ op: "hello", user_id: 1, server_time: "2026-01-01T00:00:00Z" });
  }

  drop(code = 1006): void {
    for (const notify of this.listeners.get("close") ?? []) notify({ code });
  }

  take(op: ClientFrame["op"]): ClientFrame[] {
    return this.sent.filter((frame) => frame.op === op);
  }
}
