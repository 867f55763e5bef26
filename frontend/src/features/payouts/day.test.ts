// @vitest-environment node
import { expect, it } from "vitest";
import { dayIn } from "./day";

it("a moment's day is the one of the time zone, with two figures for month and day", () => {
  const evening = "2026-03-04T21:30:00Z";
  expect(dayIn("UTC", evening)).toBe("2026-03-04");
  expect(dayIn("Asia/Dubai", evening)).toBe("2026-03-05");
  expect(dayIn("America/New_York", new Date(evening))).toBe("2026-03-04");
});
