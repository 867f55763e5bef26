import { post } from "./client";
import type { Tracer } from "./tracing";

/** Records spans of requests and events, and sends them in batches. Spans contain names, never ids. */

const SEND_AFTER_MS = 10_000;
const MAX_SPANS = 50;

interface Span {
  trace_id: string;
  span_id: string;
  parent_id: string;
  name: string;
  start_ms: number;
  duration_ms: number;
  status: number;
}

const randomHex = (bytes: number) =>
  Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");

const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

export function browserTracer(): Tracer {
  const waiting: Span[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  const send = () => {
    clearTimeout(timer);
    timer = undefined;
    const spans = waiting.splice(0, MAX_SPANS);
    if (spans.length === 0) return;
    // A lost batch is only a gap in a trace.
    post("realtime/spans/", { body: { spans }, keepalive: true }).catch(() => undefined);
  };
  const add = (span: Omit<Span, "duration_ms">, duration: number) => {
    if (waiting.length >= MAX_SPANS) return;
    waiting.push({ ...span, duration_ms: Math.min(600_000, Math.round(duration)) });
    timer ??= setTimeout(send, SEND_AFTER_MS);
  };
  window.addEventListener("pagehide", send);

  return {
    request(name) {
      const [trace_id, span_id] = [randomHex(16), randomHex(8)];
      const [start_ms, began] = [Date.now(), performance.now()];
      return {
        header: `00-${trace_id}-${span_id}-01`,
        end: (status) =>
          add(
            { trace_id, span_id, parent_id: "", name, start_ms, status },
            performance.now() - began,
          ),
      };
    },
    event(type, parent) {
      const [, trace_id, parent_id, flags] = TRACEPARENT.exec(parent) ?? [];
      if (!trace_id || !parent_id || flags !== "01") return;
      const [start_ms, began] = [Date.now(), performance.now()];
      const span = { trace_id, span_id: randomHex(8), parent_id, start_ms, status: 0 };
      // The second frame begins when the first one, with the event's changes, is drawn.
      requestAnimationFrame(() =>
        requestAnimationFrame(() =>
          add({ ...span, name: `screen ${type}` }, performance.now() - began),
        ),
      );
    },
  };
}
