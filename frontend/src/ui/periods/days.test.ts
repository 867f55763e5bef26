// @vitest-environment node
import { describe, expect, it } from "vitest";
import { formatDay, formatDays, isDay, presetDays, todayIn } from "./days";

describe("days of the platform's calendar", () => {
  it("are in its time zone, whatever the user's clock", () => {
    const late = new Date("2026-03-01T12:30:00Z");
    expect(todayIn("Pacific/Auckland", late)).toBe("2026-03-02");
    expect(todayIn("Etc/GMT+12", new Date("2026-03-01T11:00:00Z"))).toBe("2026-02-28");
  });

  it.each([
    ["last_7", "2026-02-24", "2026-03-02"],
    ["this_month", "2026-03-01", "2026-03-02"],
    ["last_month", "2026-02-01", "2026-02-28"],
    ["last_year", "2025-01-01", "2025-12-31"],
    ["last_12_months", "2025-04-01", "2026-03-02"],
  ] as const)("%s begins and ends where people say", (preset, from, to) => {
    expect(presetDays(preset, "2026-03-02")).toEqual({ from, to });
  });

  it("are formatted in the user's language, and the same day in all time zones", () => {
    expect(formatDay("2026-01-31", "en-GB", { month: "long" })).toBe("January");
    expect(formatDay("2026-12-01", "fr", { month: "long" })).toBe("décembre");
  });

  it("reject invalid days", () => {
    expect([isDay("2026-02-30T"), isDay("2026-13-01"), isDay("x"), isDay(null)]).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });

  it("name what the first and the last share only once", () => {
    // Some versions of Intl have thin spaces around the dash.
    expect(formatDays("2026-11-23", "2026-11-29", "en-GB")).toMatch(/^23\s?–\s?29 Nov 2026$/);
    expect(formatDays("2026-11-30", "2026-12-06", "de")).toMatch(/^30\. Nov\.\s–\s6\. Dez\. 2026$/);
  });
});
