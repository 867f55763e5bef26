import { expect, test } from "vitest";
import { dotChanges } from "./dot-changes";
import type { JobDot } from "./job-dots";

const dot = (id: number, more: Partial<JobDot> = {}): JobDot => ({
  id,
  at: { lat: 50 + id / 100, lng: -1 },
  late: false,
  ...more,
});
const drawn = (...dots: JobDot[]) => new Map(dots.map((one) => [one.id, { dot: one }]));

test("the same places change nothing, also as new objects", () => {
  expect(dotChanges(drawn(dot(1), dot(2)), [dot(2), dot(1)])).toEqual({ gone: [], added: [] });
});

test("new dots are added, and missing ones go", () => {
  expect(dotChanges(drawn(dot(1), dot(2)), [dot(2), dot(3)])).toEqual({
    gone: [1],
    added: [dot(3)],
  });
});

test.each([
  ["moved", { at: { lat: 51, lng: -1 } }],
  ["late", { late: true }],
])("a %s dot is drawn again", (_, change) => {
  const after = dot(1, change);
  expect(dotChanges(drawn(dot(1), dot(2)), [after, dot(2)])).toEqual({ gone: [1], added: [after] });
});
