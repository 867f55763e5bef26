// @vitest-environment node
import { describe, expect, it } from "vitest";
import { addDays, dayIn, daysOf, isDay, weekOf } from "./week";

describe("a day", () => {
  it("is the date in the platform's zone, not in UTC", () => {
    const late = "2026-11-22T23:30:00Z";
    expect(dayIn(late, "UTC")).toBe("2026-11-22");
    expect(dayIn(late, "Asia/Dubai")).toBe("2026-11-23");
    expect(dayIn("2026-11-22T02:00:00Z", "America/New_York")).toBe("2026-11-21");
  });

  it("is added across months, years and clock changes", () => {
    expect(addDays("2026-12-31", 1)).toBe("2027-01-01");
    expect(addDays("2026-03-01", -1)).toBe("2026-02-28");
    expect(addDays("2026-10-24", 2)).toBe("2026-10-26");
  });

  it("is distinguished from invalid text", () => {
    expect(isDay("2026-11-22")).toBe(true);
    expect(isDay("2026-13-40")).toBe(false);
    expect(isDay("tomorrow")).toBe(false);
    expect(isDay(null)).toBe(false);
  });
});

describe("a week", () => {
  it("starts on its first day, also from its last", () => {
    expect(weekOf("2026-11-22", 1)).toBe("2026-11-16");
    expect(weekOf("2026-11-16", 1)).toBe("2026-11-16");
    expect(weekOf("2026-11-22", 6)).toBe("2026-11-21");
    expect(weekOf("2026-11-20", 6)).toBe("2026-11-14");
  });

  it("has seven days in order", () => {
    expect(daysOf("2026-11-28")).toHaveLength(7);
    expect(daysOf("2026-11-28").at(-1)).toBe("2026-12-04");
  });
});
