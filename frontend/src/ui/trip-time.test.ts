// @vitest-environment node
import { describe, expect, it } from "vitest";
import { earliest, nextHalfHour, usualTimes, wallClock } from "./trip-time";

describe("the platform's time zone", () => {
  it("formats its local time, whatever the user's time zone", () => {
    const at = new Date("2026-11-21T23:05:40Z");
    expect(wallClock(at, "Europe/London")).toBe("2026-11-21T23:05");
    expect(wallClock(at, "Asia/Dubai")).toBe("2026-11-22T03:05");
    expect(wallClock(new Date("2026-11-22T00:00:00Z"), "Europe/London")).toBe("2026-11-22T00:00");
  });

  it("allows times a quarter of an hour ahead, on a whole minute that the server accepts", () => {
    expect(earliest(new Date("2026-11-21T20:00:00Z"), "UTC")).toBe("2026-11-21T20:15");
    expect(earliest(new Date("2026-11-21T20:00:01Z"), "UTC")).toBe("2026-11-21T20:16");
  });
});

describe("suggested times", () => {
  it("start with the next half hour that is far enough ahead", () => {
    const next = (at: string) => nextHalfHour(new Date(at)).toISOString();
    expect(next("2026-11-21T20:00:00Z")).toBe("2026-11-21T20:30:00.000Z");
    expect(next("2026-11-21T20:16:00Z")).toBe("2026-11-21T21:00:00.000Z");
  });

  it("are this evening while it is ahead, and tomorrow morning, in the platform's time zone", () => {
    const times = (at: string) => usualTimes(new Date(at), "Europe/London");
    expect(times("2026-11-21T12:00:00Z")).toEqual([
      { name: "tonight", at: "2026-11-21T20:00" },
      { name: "tomorrow", at: "2026-11-22T09:00" },
    ]);
    expect(times("2026-11-21T19:50:00Z")).toEqual([{ name: "tomorrow", at: "2026-11-22T09:00" }]);
  });
});
