import { QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createQueryClient } from "@/api/query-client";
import type { BoardJob, DeskDriver } from "@/api/types";
import type { TopicEvent } from "@/realtime/frames";
import { realtime } from "@/realtime/realtime";
import type { TopicListener } from "@/realtime/subscriptions";
import { patchedDrivers, useBoard } from "./use-board";

const driver = (id: number, state: DeskDriver["state"] = "free") =>
  ({ id, name: `Driver ${id}`, state, car_type: null }) as DeskDriver;
const job = (id: number, more: Partial<BoardJob> = {}) =>
  ({ id, version: 1, lane: "waiting", driver: null, offered_to: [], ...more }) as BoardJob;
const withDriver = (id: number) => ({ id, name: `Driver ${id}`, vehicle_number: "" });

describe("drivers that were read again", () => {
  it("replace the old rows in place; those that left are removed", () => {
    const before = [driver(1), driver(2), driver(3)];
    const after = patchedDrivers(before, [2, 3], [driver(2, "busy")]);
    expect(after?.map(({ id, state }) => [id, state])).toEqual([
      [1, "free"],
      [2, "busy"],
    ]);
  });

  it("need the whole list when one of them is new", () => {
    expect(patchedDrivers([driver(1)], [2], [driver(2)])).toBeNull();
  });
});

describe("the live board", () => {
  const topics = new Map<string, TopicListener>();
  let jobs: BoardJob[];
  let drivers: DeskDriver[];
  let fetched: string[];

  beforeEach(() => {
    jobs = [job(1, { driver: withDriver(7) }), job(2)];
    drivers = [driver(7, "busy"), driver(8), driver(9)];
    fetched = [];
    vi.useFakeTimers({ shouldAdvanceTime: true });
    vi.spyOn(realtime, "subscribe").mockImplementation((topic, listener) => {
      topics.set(topic, listener);
      return () => topics.delete(topic);
    });
    vi.stubGlobal("fetch", async (url: string) => {
      const { pathname, searchParams } = new URL(url, "http://localhost");
      const ids = searchParams.get("ids");
      fetched.push(pathname.replace("/api/v1/desk/", "") + (ids ?? "all"));
      const wanted = <T extends { id: number }>(rows: T[]) =>
        ids === null ? rows : rows.filter(({ id }) => ids.split(",").includes(String(id)));
      return pathname.endsWith("board/")
        ? Response.json({ now: "", jobs: wanted(jobs), more: false })
        : Response.json({ results: wanted(drivers) });
    });
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
    topics.clear();
  });

  async function opened() {
    const client = createQueryClient();
    const wrapper = ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    );
    const { result } = renderHook(useBoard, { wrapper });
    await waitFor(() => expect(result.current.drivers.data).toHaveLength(3));
    await waitFor(() => expect(result.current.board.data?.jobs).toHaveLength(2));
    fetched.length = 0;
    return result;
  }

  const event = (type: string, data: object) => ({ type, data }) as unknown as TopicEvent;

  it("reads a changed job with its drivers before and after", async () => {
    const result = await opened();
    jobs = [job(1, { version: 2, offered_to: [{ id: 8, name: "Driver 8" }] }), job(2)];
    drivers = [driver(7), driver(8, "offered"), driver(9, "offline")];
    act(() =>
      topics.get("bookings")?.onEvent?.(event("booking.changed", { id: 1, status: "NEW" })),
    );
    await waitFor(() => expect(fetched).toEqual(["board/1", "drivers/7,8"]));
    // No event named driver 9.
    await waitFor(() =>
      expect(result.current.drivers.data?.map(({ state }) => state)).toEqual([
        "free",
        "offered",
        "free",
      ]),
    );
  });

  it("reads a driver who went offline, and the whole list for a new one", async () => {
    const result = await opened();
    drivers = [driver(6), driver(7, "busy"), driver(9)];
    act(() => topics.get("fleet")?.onEvent?.(event("driver.offline", { driver_id: 8 })));
    await waitFor(() => expect(fetched).toEqual(["drivers/8"]));
    await waitFor(() => expect(result.current.drivers.data?.map(({ id }) => id)).toEqual([7, 9]));
    act(() => topics.get("fleet")?.onEvent?.(event("driver.online", { driver_id: 6 })));
    await act(() => vi.advanceTimersByTimeAsync(3_000));
    await waitFor(() => expect(fetched).toEqual(["drivers/8", "drivers/6", "drivers/all"]));
    expect(result.current.drivers.data?.map(({ id }) => id)).toEqual([6, 7, 9]);
  });
});
