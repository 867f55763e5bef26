import { expect, test } from "vitest";
import { sharedJobs } from "./desk";
import type { Board, BoardJob } from "./types";

const job = (id: number, version = 1) => ({ id, version, pickup: { add: "Quay" } }) as BoardJob;
const board = (...jobs: BoardJob[]): Board => ({ now: "", more: false, jobs });

test("an unchanged job keeps its object in another place", () => {
  const [one, two] = [job(1), job(2)];
  const { jobs } = sharedJobs(board(one, two), board(job(3), job(2), job(1)));
  expect(jobs.map(({ id }) => id)).toEqual([3, 2, 1]);
  expect(jobs[1]).toBe(two);
  expect(jobs[2]).toBe(one);
});

test("a changed job is the new one", () => {
  const { jobs } = sharedJobs(board(job(1)), board(job(1, 2)));
  expect(jobs[0]).toEqual(job(1, 2));
});
