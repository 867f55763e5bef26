import { describe, expect, it } from "vitest";
import { earliest, wallClock } from "./trip-time";

describe("the platform's clock", () => {
  it("shows what hangs on the wall there, whatever the reader's zone", () => {
    const at = new Date("2026-11-21T23:05:40Z");
    expect(wallClock(at, "Europe/London")).toBe("2026-11-21T23:05");
    expect(wallClock(at, "Asia/Dubai")).toBe("2026-11-22T03:05");
    expect(wallClock(new Date("2026-11-22T00:00:00Z"), "Europe/London")).toBe("2026-11-22T00:00");
  });

  it("opens a quarter of an hour ahead, on a whole minute that the server will take", () => {
    expect(earliest(new Date("2026-11-21T20:00:00Z"), "UTC")).toBe("2026-11-21T20:15");
    expect(earliest(new Date("2026-11-21T20:00:01Z"), "UTC")).toBe("2026-11-21T20:16");
  });
});
