import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { browserTracer } from "./browser-traces";
import { get } from "./client";
import { setTracer } from "./tracing";

interface Sent {
  url: string;
  headers: Record<string, string>;
  body: { spans: Record<string, unknown>[] } | null;
  keepalive: boolean;
}

let sent: Sent[];

beforeEach(() => {
  vi.useFakeTimers();
  sent = [];
  vi.stubGlobal("fetch", (url: string, init: RequestInit) => {
    sent.push({
      url,
      headers: init.headers as Record<string, string>,
      body: init.body ? JSON.parse(init.body as string) : null,
      keepalive: init.keepalive ?? false,
    });
    return Promise.resolve(
      new Response(url.includes("spans") ? null : "{}", {
        status: url.includes("spans") ? 204 : 200,
      }),
    );
  });
  vi.stubGlobal("requestAnimationFrame", (draw: () => void) => setTimeout(draw, 16));
});

afterEach(() => {
  setTracer(null);
  // In this order: the stub replaced a fake, which would come back and never draw for the files after this one.
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it("begins a trace with a request, named by its pattern", async () => {
  setTracer(browserTracer());
  await get("bookings/{id}/", { path: { id: 81 } });
  const [request] = sent;
  expect(request?.url).toBe("/api/v1/bookings/81/");
  const [version, trace, span, flags] = request?.headers.traceparent?.split("-") ?? [];
  expect([version, trace?.length, span?.length, flags]).toEqual(["00", 32, 16, "01"]);

  await vi.advanceTimersByTimeAsync(10_000);
  const batch = sent.at(-1);
  expect(batch?.url).toBe("/api/v1/realtime/spans/");
  expect(batch?.keepalive).toBe(true);
  expect(batch?.headers.traceparent).toBeUndefined();
  expect(batch?.body?.spans).toEqual([
    expect.objectContaining({
      trace_id: trace,
      span_id: span,
      parent_id: "",
      name: "GET bookings/{id}/",
      status: 200,
    }),
  ]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent).toHaveLength(2);
});

it("continues the trace of an event until the screen shows it", async () => {
  const tracer = browserTracer();
  const [trace, delivery] = ["a".repeat(32), "b".repeat(16)];
  tracer.event("booking.accepted", `00-${trace}-${delivery}-01`);
  tracer.event("booking.accepted", `00-${trace}-${delivery}-00`);
  tracer.event("booking.accepted", "nonsense");
  await vi.advanceTimersByTimeAsync(11_000);
  expect(sent[0]?.body?.spans).toEqual([
    expect.objectContaining({
      trace_id: trace,
      parent_id: delivery,
      name: "screen booking.accepted",
      duration_ms: 32,
    }),
  ]);
});

it("sends no header and no spans while the platform records no traces", async () => {
  await get("bookings/{id}/", { path: { id: 81 } });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent).toHaveLength(1);
  expect(sent[0]?.headers.traceparent).toBeUndefined();
});
