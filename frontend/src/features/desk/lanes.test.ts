import { describe, expect, it } from "vitest";
import type { BoardJob } from "@/api/types";
import { columnsOf, jobAfter, LANES, type Lane, placeOf, type Step, successorOf } from "./lanes";

const job = (id: number, lane: Lane, more: Partial<BoardJob> = {}) =>
  ({
    id,
    lane,
    reference: `REF${id}`,
    customer_name: "Ada Marlowe",
    pickup: { lat: 0, lng: 0, add: "Newport" },
    drop_add: "Ryde",
    car_type: "Economy",
    driver: null,
    offered_to: [],
    late_at: null,
    version: 1,
    ...more,
  }) as unknown as BoardJob;

const ids = (jobs: readonly BoardJob[] = []) => jobs.map(({ id }) => id);

describe("the lanes", () => {
  it("list the job that is late first at the top, and jobs without a due time last", () => {
    const columns = columnsOf(
      [
        job(1, "waiting"),
        job(2, "waiting", { late_at: "2026-03-01T10:05:00Z" }),
        job(3, "waiting", { late_at: "2026-03-01T10:00:00Z" }),
        job(4, "arrived"),
      ],
      LANES,
      "",
    );
    expect([...columns.keys()]).toEqual([...LANES]);
    expect(ids(columns.get("waiting"))).toEqual([3, 2, 1]);
    expect(ids(columns.get("arrived"))).toEqual([4]);
  });

  it.each([
    ["ref2", [2]],
    ["ben economy", [2]],
    ["HW12", [2]],
    ["ryde", [1, 2]],
    ["ryde nowhere", []],
  ])("contain only the jobs with every word of %s", (filter, found) => {
    const driver = { id: 5, name: "Ben Carisbrooke", vehicle_number: "HW12 ABC" };
    const columns = columnsOf([job(1, "waiting"), job(2, "waiting", { driver })], LANES, filter);
    expect(ids(columns.get("waiting"))).toEqual(found);
  });

  it("leave out hidden ones", () => {
    expect([...columnsOf([job(1, "late")], ["waiting"], "").keys()]).toEqual(["waiting"]);
  });
});

describe("a step", () => {
  const columns = columnsOf(
    [job(1, "waiting"), job(2, "waiting"), job(3, "waiting"), job(4, "arrived"), job(5, "late")],
    LANES,
    "",
  );

  it.each<[number | null, Step, number]>([
    [null, "down", 5],
    [1, "down", 2],
    [3, "down", 3],
    [1, "up", 1],
    [3, "first", 1],
    [1, "last", 3],
    [1, "next", 4],
    [3, "next", 4],
    [4, "next", 4],
    [5, "next", 1],
    [5, "previous", 5],
    [1, "previous", 5],
  ])("from job %s %s comes to job %s, past empty lanes", (from, step, to) => {
    expect(jobAfter(columns, placeOf(columns, from), step)).toBe(to);
  });

  it("comes to nothing on an empty board", () => {
    expect(jobAfter(columnsOf([], LANES, ""), null, "down")).toBeNull();
  });
});

it("after the selected job has left, the next one of its lane is selected", () => {
  const left = columnsOf([job(1, "waiting"), job(3, "waiting")], LANES, "");
  expect(successorOf(left, { lane: "waiting", index: 1 })).toBe(3);
  expect(successorOf(left, { lane: "waiting", index: 2 })).toBe(3);
  expect(successorOf(left, { lane: "arrived", index: 0 })).toBeNull();
});
