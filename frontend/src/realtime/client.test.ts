import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Booking } from "@/api/types";
import { FakeQueueStore } from "@/testing/fake-queue-store";
import { FakeWebSocket } from "@/testing/fake-web-socket";
import { RealtimeClient } from "./client";
import type { TopicEvent } from "./frames";

const event = (seq: number, topic = "booking:81" as const) =>
  ({
    op: "event",
    topic,
    seq,
    type: "booking.accepted",
    at: "2026-01-01T00:00:00Z",
    data: { id: 81, reference: "HKQ7MT", status: "ACCEPTED" },
  }) satisfies TopicEvent;

const store = new FakeQueueStore();
const queue = {
  store,
  postPoints: vi.fn(async () => undefined),
  act: vi.fn(async () => ({}) as Booking),
};

async function connected() {
  const wire = new FakeWebSocket();
  const onRevoked = vi.fn();
  const client = new RealtimeClient({ openWire: async () => wire, onRevoked, queue });
  await client.start(1);
  wire.greet();
  return { wire, client, onRevoked };
}

beforeEach(() => {
  store.entries = [];
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

describe("opening", () => {
  it("is retried if the connection could not be created", async () => {
    const wire = new FakeWebSocket();
    const openWire = vi
      .fn()
      .mockRejectedValueOnce(new TypeError("no chunk"))
      .mockResolvedValue(wire);
    const client = new RealtimeClient({ openWire, onRevoked: vi.fn(), queue });
    const started = client.start(1);
    await vi.advanceTimersByTimeAsync(3000);
    await started;
    wire.greet();
    expect(client.connection).toBe("live");
  });

  it("is cancelled when the session ends meanwhile", async () => {
    const openWire = vi.fn().mockRejectedValue(new TypeError("no chunk"));
    const client = new RealtimeClient({ openWire, onRevoked: vi.fn(), queue });
    const started = client.start(1);
    await vi.advanceTimersByTimeAsync(1000);
    client.stop();
    await vi.advanceTimersByTimeAsync(10_000);
    await started;
    expect(openWire).toHaveBeenCalledOnce();
    expect(client.connection).toBe("idle");
  });
});

describe("topics", () => {
  it("subscribes after the hello frame, and sends the last sequence number after a reconnect", async () => {
    const { wire, client } = await connected();
    client.subscribe("booking:81", {});
    wire.deliver({ op: "subscribed", topic: "booking:81", seq: 4 });
    wire.deliver(event(5));
    wire.drop();
    wire.greet();
    expect(wire.take("subscribe")).toEqual([
      { op: "subscribe", topic: "booking:81" },
      { op: "subscribe", topic: "booking:81", last_seq: 5 },
    ]);
  });

  it("delivers every event once, even if it is sent again", async () => {
    const { wire, client } = await connected();
    const onEvent = vi.fn();
    client.subscribe("booking:81", { onEvent });
    wire.deliver({ op: "subscribed", topic: "booking:81", seq: 4 });
    for (const seq of [5, 5, 4, 6]) wire.deliver(event(seq));
    expect(onEvent.mock.calls.map(([{ seq }]) => seq)).toEqual([5, 6]);
  });

  it("refetches after subscribing, a gap, a refetch and a restarted sequence", async () => {
    const { wire, client } = await connected();
    const onRefetch = vi.fn();
    client.subscribe("booking:81", { onRefetch });
    wire.deliver({ op: "subscribed", topic: "booking:81", seq: 4 });
    expect(onRefetch).toHaveBeenCalledTimes(1);
    wire.deliver(event(5));
    expect(onRefetch).toHaveBeenCalledTimes(1);
    wire.deliver(event(8));
    expect(onRefetch).toHaveBeenCalledTimes(2);
    wire.deliver({ op: "refetch", topic: "booking:81", seq: 20 });
    expect(onRefetch).toHaveBeenCalledTimes(3);
    wire.deliver({ op: "subscribed", topic: "booking:81", seq: 0 });
    expect(onRefetch).toHaveBeenCalledTimes(4);
  });

  it("shares one subscription and unsubscribes with the last listener", async () => {
    const { wire, client } = await connected();
    const leave = [client.subscribe("tasks", {}), client.subscribe("tasks", {})];
    leave[0]?.();
    expect(wire.take("unsubscribe")).toHaveLength(0);
    leave[1]?.();
    leave[1]?.();
    expect(wire.take("subscribe")).toHaveLength(1);
    expect(wire.take("unsubscribe")).toEqual([{ op: "unsubscribe", topic: "tasks" }]);
  });

  it("delivers positions and reports a rejection", async () => {
    const { wire, client } = await connected();
    const onTripPosition = vi.fn();
    const onRefused = vi.fn();
    client.subscribe("booking:81", { onTripPosition });
    client.subscribe("fleet", { onRefused });
    const data = { driver_id: 7, lat: 50.7, lng: -1.3, heading: 90, at: "2026-01-01T00:00:00Z" };
    wire.deliver({ op: "position", topic: "booking:81", data });
    wire.deliver({ op: "refused", topic: "fleet", code: "forbidden" });
    expect(onTripPosition).toHaveBeenCalledWith(data);
    expect(onRefused).toHaveBeenCalledWith("forbidden");
  });
});

describe("the connection", () => {
  it("is lost within three seconds, but not at once, and live again after the next hello frame", async () => {
    const { wire, client } = await connected();
    expect(client.connection).toBe("live");
    wire.drop();
    expect(client.connection).toBe("connecting");
    vi.advanceTimersByTime(2000);
    expect(client.connection).toBe("connecting");
    vi.advanceTimersByTime(900);
    expect(client.connection).toBe("lost");
    wire.drop();
    expect(client.connection).toBe("lost");
    wire.greet();
    expect(client.connection).toBe("live");
  });

  it("is lost within three seconds of the last frame, and reconnects after ten", async () => {
    const { wire, client } = await connected();
    vi.advanceTimersByTime(2900);
    expect(client.connection).toBe("lost");
    expect(wire.reconnects).toBe(0);
    vi.advanceTimersByTime(8200);
    expect(wire.reconnects).toBe(1);
    expect(client.connection).toBe("lost");
    wire.greet();
    expect(client.connection).toBe("live");
  });

  it("is live again without a reconnect when the old connection has recovered", async () => {
    const { wire, client } = await connected();
    vi.advanceTimersByTime(5000);
    expect(client.connection).toBe("lost");
    for (let second = 0; second < 4; second += 1) {
      wire.deliver({ op: "pong" });
      vi.advanceTimersByTime(1000);
    }
    expect(client.connection).toBe("live");
    expect(wire.reconnects).toBe(0);
  });

  it("ends the session and does not reconnect when the server has revoked it", async () => {
    const { wire, client, onRevoked } = await connected();
    wire.drop(4403);
    expect(onRevoked).toHaveBeenCalledOnce();
    expect(wire.closed).toBe(true);
    expect(client.connection).toBe("idle");
  });

  it("does not reconnect after too many sockets, until the page becomes visible again", async () => {
    const { wire, client, onRevoked } = await connected();
    wire.drop(4409);
    vi.advanceTimersByTime(60_000);
    expect(client.connection).toBe("lost");
    expect(wire.reconnects).toBe(0);
    expect(onRevoked).not.toHaveBeenCalled();
    client.pageVisible();
    client.pageVisible();
    expect(wire.reconnects).toBe(1);
    wire.greet();
    expect(client.connection).toBe("live");
  });

  it("closes a connection that opens after the session has ended", async () => {
    const wire = new FakeWebSocket();
    const client = new RealtimeClient({ openWire: async () => wire, onRevoked: vi.fn(), queue });
    const starting = client.start(1);
    client.stop();
    await starting;
    wire.greet();
    expect(wire.closed).toBe(true);
    expect(client.connection).toBe("idle");
  });

  it("ignores invalid frames", async () => {
    const { wire, client } = await connected();
    wire.deliver(null as never);
    wire.deliver({ op: "unknown" } as never);
    expect(client.connection).toBe("live");
  });
});

describe("outgoing positions", () => {
  const point = (id: string) => ({ id, lat: 50.7, lng: -1.3, at: "2026-01-01T00:00:00Z" });
  const idsOf = (frame: unknown) =>
    (frame as { points: { id: string }[] }).points.map(({ id }) => id);

  it("wait for the connection, are sent in order, and stay until they are acknowledged", async () => {
    const { wire, client } = await connected();
    wire.drop();
    client.sendPositions([point("a")]);
    client.sendPositions([point("b")]);
    expect(wire.take("positions")).toHaveLength(0);
    wire.greet();
    const [batch] = wire.take("positions");
    expect(idsOf(batch)).toEqual(["a", "b"]);

    client.sendPositions([point("c")]);
    expect(wire.take("positions")).toHaveLength(1);
    wire.deliver({ op: "ack", id: (batch as { id: string }).id, accepted: 2, rejected: 0 });
    expect(idsOf(wire.take("positions")[1])).toEqual(["c"]);
  });

  it("are sent again after a connection that broke before the acknowledgement", async () => {
    const { wire, client } = await connected();
    client.sendPositions([point("a")]);
    wire.drop();
    wire.greet();
    expect(wire.take("positions").map(idsOf)).toEqual([["a"], ["a"]]);
  });

  it("survive a reload of the page, for the same user only", async () => {
    const { wire, client } = await connected();
    wire.drop();
    client.sendPositions([point("a")]);
    client.stop();

    const next = await connected();
    expect(next.wire.take("positions").map(idsOf)).toEqual([["a"]]);

    const other = new FakeWebSocket();
    const stranger = new RealtimeClient({ openWire: async () => other, onRevoked: vi.fn(), queue });
    await stranger.start(2);
    other.greet();
    expect(other.take("positions")).toHaveLength(0);
  });
});
