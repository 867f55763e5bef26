// @vitest-environment node
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ApiError } from "@/api/error";
import type { Booking, PositionPoint } from "@/api/types";
import { FakeQueueStore } from "@/testing/fake-queue-store";
import { DriverQueue, type TripAction } from "./driver-queue";
import type { QueuedAction } from "./queue-store";

const OFFLINE = new ApiError(0, "network_error", "The server cannot be reached.");
const START = Date.parse("2026-03-14T14:00:00Z");

/** A fake server, online or not, that records what it receives in order. */
class Platform {
  online = true;
  refusal: ApiError | null = null;
  failing: ApiError | null = null;
  tries = 0;
  readonly received: string[] = [];
  readonly bodies: Record<string, unknown>[] = [];

  postPoints = async (points: PositionPoint[]) => {
    if (!this.online) throw OFFLINE;
    if (this.failing) throw this.failing;
    this.received.push(...points.map(({ id }) => String(id)));
  };

  act = async ({ action, body, key, bookingId }: QueuedAction) => {
    if (!this.online) throw OFFLINE;
    this.tries += 1;
    if (this.refusal) throw this.refusal;
    this.received.push(`${action} ${key}`);
    this.bodies.push(body);
    return { id: bookingId, status: "REACHED" } as Booking;
  };
}

const point = (id: string): PositionPoint => ({
  id,
  lat: 50.7,
  lng: -1.29,
  at: new Date().toISOString(),
});
const reach: TripAction = { bookingId: 81, action: "reach", body: { otp: "" }, key: "k1" };

let store: FakeQueueStore;
let platform: Platform;
let frames: { id: string; points: string[] }[];
let refused: unknown[];

async function page(userId = 1) {
  const queue = new DriverQueue({
    userId,
    store,
    sendFrame: (id, points) => frames.push({ id, points: points.map((each) => String(each.id)) }),
    postPoints: platform.postPoints,
    act: platform.act,
    onRefused: (error) => refused.push(error),
  });
  await queue.load();
  return queue;
}

beforeEach(() => {
  vi.useFakeTimers({ now: START });
  store = new FakeQueueStore();
  platform = new Platform();
  frames = [];
  refused = [];
});
afterEach(() => vi.useRealTimers());

describe("a trip that ends offline", () => {
  it("sends the points recorded before the action, then the action, then the later points", async () => {
    const queue = await page();
    platform.online = false;
    queue.push([point("a"), point("b")], 81);
    const done = queue.perform(reach);
    queue.push([point("c")], 81);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(platform.received).toEqual([]);

    platform.online = true;
    await vi.advanceTimersByTimeAsync(2_000);
    expect((await done).status).toBe("REACHED");
    expect(platform.received).toEqual(["a", "b", "reach k1"]);

    queue.connected();
    expect(frames.map(({ points }) => points)).toEqual([["c"]]);
  });

  it("stamps the time and the pending points, and repeats them in a retry", async () => {
    const queue = await page();
    platform.online = false;
    queue.push([point("a"), point("b")], 81);
    vi.setSystemTime(START + 4_000);
    void queue.perform(reach);
    await vi.advanceTimersByTimeAsync(60_000);
    platform.online = true;
    await vi.advanceTimersByTimeAsync(2_000);
    expect(platform.bodies).toEqual([
      {
        otp: "",
        at: "2026-03-14T14:00:04.000Z",
        points_waiting: 2,
        last_point_at: "2026-03-14T14:00:00.000Z",
      },
    ]);
  });

  it("waits for the socket's acknowledgement, and posts the points if the connection is dead", async () => {
    const queue = await page();
    queue.connected();
    queue.push([point("a")], 81);
    const done = queue.perform(reach);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(platform.received).toEqual([]);
    await vi.advanceTimersByTimeAsync(600);
    await done;
    expect(platform.received).toEqual(["a", "reach k1"]);
  });

  it("is sent as soon as the socket has acknowledged the points", async () => {
    const queue = await page();
    queue.connected();
    queue.push([point("a")], 81);
    const done = queue.perform(reach);
    queue.acknowledged(frames[0]?.id ?? "");
    await done;
    expect(platform.received).toEqual(["reach k1"]);
    expect(store.entries).toEqual([]);
  });

  it("reports when an action is pending, and when it is done", async () => {
    const queue = await page();
    platform.online = false;
    void queue.perform(reach);
    await vi.advanceTimersByTimeAsync(100);
    expect(queue.current).toMatchObject({ stuck: true, actions: [{ bookingId: 81 }] });
    platform.online = true;
    queue.retryNow();
    await vi.advanceTimersByTimeAsync(0);
    expect(queue.current).toMatchObject({ stuck: false, actions: [], answered: 1 });
  });
});

describe("a page that closes before the network is back", () => {
  it("leaves points and action to the next page, which sends them in order", async () => {
    const first = await page();
    platform.online = false;
    first.push([point("a"), point("b")], 81);
    void first.perform(reach);
    first.push([point("c")], 81);
    first.stop();

    platform.online = true;
    const second = await page();
    second.push([point("d")], null);
    await vi.advanceTimersByTimeAsync(0);
    expect(platform.received).toEqual(["a", "b", "reach k1"]);
    second.connected();
    expect(frames.at(-1)?.points).toEqual(["c", "d"]);
  });

  it("loses nothing when the tab is killed without an event", async () => {
    const killed = await page();
    killed.connected();
    killed.push([point("a")], 81);
    platform.online = false;
    void killed.perform(reach);
    // Unlike a closed page, this one never calls stop.
    platform.online = true;
    await page();
    await vi.advanceTimersByTimeAsync(0);
    expect(platform.received).toEqual(["a", "reach k1"]);
  });

  it("sends nothing before the stored entries are read, to preserve the order", async () => {
    await (await page()).stop();
    await store.add([{ user: 1, seq: 1, trip: 81, madeAt: START, point: point("a") }]);
    const queue = new DriverQueue({
      userId: 1,
      store,
      sendFrame: (id, points) => frames.push({ id, points: points.map((each) => String(each.id)) }),
      postPoints: platform.postPoints,
      act: platform.act,
      onRefused: () => undefined,
    });
    queue.connected();
    queue.push([point("b")], 81);
    expect(frames).toEqual([]);
    await queue.load();
    expect(frames[0]?.points).toEqual(["a", "b"]);
  });

  it("returns the result of the pending action for a repeated slide", async () => {
    const first = await page();
    platform.online = false;
    void first.perform(reach);
    first.stop();
    const second = await page();
    const done = second.perform({ ...reach, key: "k2" });
    platform.online = true;
    await vi.advanceTimersByTimeAsync(2_000);
    await done;
    expect(platform.received).toEqual(["reach k1"]);
  });

  it("reports a rejection without a pending promise", async () => {
    const first = await page();
    platform.online = false;
    void first.perform(reach);
    first.stop();
    platform.online = true;
    platform.refusal = new ApiError(400, "wrong_code", "That is not the code.");
    await page();
    await vi.advanceTimersByTimeAsync(0);
    expect(refused).toEqual([platform.refusal]);
    expect(store.entries).toEqual([]);
  });

  it("separates the entries of users, and clears them on logout", async () => {
    const first = await page();
    first.push([point("a")], 81);
    first.stop();
    const other = await page(2);
    other.connected();
    expect(frames).toEqual([]);
    await (await page()).clear();
    (await page()).connected();
    expect(frames).toEqual([]);
  });

  it("deletes entries older than a day", async () => {
    const first = await page();
    first.push([point("a")], 81);
    first.stop();
    vi.setSystemTime(START + 25 * 3_600_000);
    (await page()).connected();
    expect(frames).toEqual([]);
    expect(store.entries).toEqual([]);
  });
});

it("stores the end of a trip when its driver logs out offline, for the same driver only", async () => {
  const first = await page();
  platform.online = false;
  first.push([point("a")], 81);
  void first.perform(reach);
  await vi.advanceTimersByTimeAsync(0);
  await first.clear();
  platform.online = true;
  await vi.advanceTimersByTimeAsync(10_000);
  await page(2);
  await vi.advanceTimersByTimeAsync(0);
  expect(platform.received).toEqual([]);

  await page();
  await vi.advanceTimersByTimeAsync(0);
  expect(platform.received).toEqual(["a", "reach k1"]);
  expect(store.entries).toEqual([]);
});

it("retries after server errors without losing entries", async () => {
  const queue = await page();
  platform.failing = new ApiError(500, "server_error", "Something broke.");
  queue.push([point("a")], 81);
  const done = queue.perform(reach);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(queue.current.stuck).toBe(true);
  platform.failing = null;
  await vi.advanceTimersByTimeAsync(16_000);
  await done;
  expect(platform.received).toEqual(["a", "reach k1"]);
});

it("drops an entry after five server errors, and continues", async () => {
  const queue = await page();
  platform.refusal = new ApiError(500, "server_error", "Something broke.");
  const done = queue.perform(reach);
  const refusal = expect(done).rejects.toBe(platform.refusal);
  await vi.advanceTimersByTimeAsync(29_000);
  expect(queue.current.actions).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(2_000);
  await refusal;
  expect(platform.tries).toBe(5);
  platform.refusal = null;
  await queue.perform({ ...reach, action: "collect-cash", key: "k3" });
  expect(platform.received).toEqual(["collect-cash k3"]);
});

it("does not wait forever for a store that never responds", async () => {
  store.load = () => new Promise(() => undefined);
  const opened = page();
  await vi.advanceTimersByTimeAsync(3_000);
  const queue = await opened;
  await queue.perform(reach);
  expect(platform.received).toEqual(["reach k1"]);
});

it("appends new entries when the clock was set back", async () => {
  const first = await page();
  first.push([point("a")], 81);
  first.stop();
  vi.setSystemTime(START - 3_600_000);
  const second = await page();
  second.push([point("b")], 81);
  second.stop();
  (await page()).connected();
  expect(frames[0]?.points).toEqual(["a", "b"]);
});

it("rejects the promise of a rejected action, and continues", async () => {
  const queue = await page();
  platform.refusal = new ApiError(409, "wrong_status", "Not now.");
  await expect(queue.perform(reach)).rejects.toBe(platform.refusal);
  platform.refusal = null;
  await queue.perform({ ...reach, action: "collect-cash", key: "k3" });
  expect(platform.received).toEqual(["collect-cash k3"]);
});

it("thins the oldest half of the points beyond its limit, and drops no action", async () => {
  const queue = await page();
  platform.online = false;
  void queue.perform(reach);
  await vi.advanceTimersByTimeAsync(10);
  queue.push(
    Array.from({ length: 5_002 }, (_, index) => point(String(index))),
    81,
  );
  await vi.advanceTimersByTimeAsync(10);
  const points = store.entries.flatMap((entry) => entry.point?.id ?? []);
  expect(points.length).toBe(3_752);
  expect(points.slice(-2)).toEqual(["5000", "5001"]);
  expect(store.entries.filter(({ action }) => action)).toHaveLength(1);
});
