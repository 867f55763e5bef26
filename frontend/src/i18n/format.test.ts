// @vitest-environment node
import { describe, expect, it } from "vitest";
import {
  daysApart,
  distanceParts,
  durationParts,
  firstDayOf,
  formatAgo,
  formatDate,
  formatMoney,
  placesOf,
} from "./format";

const pounds = { symbol: "£", decimal: 2, swipe_symbol: false };

describe("money", () => {
  it("groups, fills the decimals and puts the symbol before the amount", () => {
    expect(formatMoney("1234.5", pounds, "en-GB")).toBe("£1,234.50");
  });

  it("puts the symbol after the amount when the settings swap it", () => {
    expect(formatMoney("12", { ...pounds, swipe_symbol: true }, "en-GB")).toBe("12.00\u00a0£");
  });

  it("reads the decimal string exactly, beyond what a float can hold", () => {
    expect(formatMoney("9007199254740993.01", pounds, "en-GB")).toBe("£9,007,199,254,740,993.01");
    expect(formatMoney("0.285", pounds, "en-GB")).toBe("£0.29");
    expect(formatMoney("1.005", pounds, "en-GB")).toBe("£1.01");
  });

  it("rounds halves away from zero, as the server does, and follows the decimal setting", () => {
    expect(formatMoney("-2.5", { ...pounds, decimal: 0 }, "en-GB")).toBe("\u2212£3");
    expect(formatMoney("0.0005", { ...pounds, decimal: 3 }, "en-GB")).toBe("£0.001");
  });

  it("shows no minus sign on an amount that rounds to zero", () => {
    expect(formatMoney("-0.001", pounds, "en-GB")).toBe("£0.00");
  });

  it("has as many decimal places as the digits after the point that matter", () => {
    expect(["12", "12.", "0.10", "0.1200", "1.05", "3.000", "100"].map(placesOf)).toEqual([
      0, 0, 1, 2, 2, 0, 0,
    ]);
  });

  it("shows no symbol, and no space for one, when none is set", () => {
    const bare = { ...pounds, symbol: "" };
    expect(formatMoney("-12", bare, "en-GB")).toBe("\u221212.00");
    expect(formatMoney("12", { ...bare, swipe_symbol: true }, "en-GB")).toBe("12.00");
  });

  it("shows between zero and eight decimals", () => {
    expect(formatMoney("1.5", { ...pounds, decimal: -1 }, "en-GB")).toBe("£2");
    expect(formatMoney("1.123456789", { ...pounds, decimal: 9 }, "en-GB")).toBe("£1.12345679");
  });

  it("uses Western digits in Arabic", () => {
    expect(formatMoney("1234.50", pounds, "ar-u-nu-latn")).toContain("1,234.50");
  });
});

describe("distance", () => {
  it("formats short distances in tens of metres and long ones with one decimal", () => {
    expect(distanceParts(0.348, false, "en-GB")).toEqual({ value: "350", unit: "m" });
    expect(distanceParts(12.446, false, "en-GB")).toEqual({ value: "12.4", unit: "km" });
  });

  it("divides by 1.609344 for miles", () => {
    expect(distanceParts(16.09344, true, "en-GB")).toEqual({ value: "10", unit: "mi" });
    expect(distanceParts(0.06, true, "en-GB")).toEqual({ value: "200", unit: "ft" });
  });
});

describe("distance at its limits", () => {
  it("changes from metres to kilometres at 950 m", () => {
    expect(distanceParts(0.949, false, "en-GB")).toEqual({ value: "950", unit: "m" });
    expect(distanceParts(0.95, false, "en-GB").unit).toBe("km");
    expect(distanceParts(0, false, "en-GB")).toEqual({ value: "0", unit: "m" });
  });

  it("changes from feet, in fifties, to miles at a tenth of a mile", () => {
    expect(distanceParts(0.16, true, "en-GB")).toEqual({ value: "500", unit: "ft" });
    expect(distanceParts(0.161, true, "en-GB")).toEqual({ value: "0.1", unit: "mi" });
    expect(distanceParts(1.9, true, "en-GB")).toEqual({ value: "1.2", unit: "mi" });
  });
});

describe("time", () => {
  it("rounds minutes up", () => {
    expect(durationParts(61)).toEqual({ hours: 0, minutes: 2 });
    expect(durationParts(3900)).toEqual({ hours: 1, minutes: 5 });
    expect(durationParts(-5)).toEqual({ hours: 0, minutes: 0 });
  });

  it("formats a time in the platform's zone, not the browser's", () => {
    const time = { hour: "2-digit", minute: "2-digit", day: "numeric" } as const;
    const at = "2026-06-01T23:30:00Z";
    expect(formatDate(at, "en-GB", "Asia/Tokyo", time)).toBe("2, 08:30");
    expect(formatDate(at, "en-GB", "America/Lima", time)).toBe("1, 18:30");
  });

  it("counts days on the calendar of the platform's zone", () => {
    const lateThere = new Date("2026-06-01T23:30:00Z");
    const nextMorning = new Date("2026-06-02T08:00:00Z");
    expect(daysApart(lateThere, nextMorning, "Europe/London")).toBe(0);
    expect(daysApart(lateThere, nextMorning, "UTC")).toBe(1);
  });

  it("formats the past in the largest unit that fits", () => {
    const now = new Date("2026-06-01T12:00:00Z");
    expect(formatAgo("2026-06-01T11:59:20Z", now, "en-GB")).toBe("40 sec ago");
    expect(formatAgo("2026-06-01T10:00:00Z", now, "en-GB")).toBe("2 hr ago");
    expect(formatAgo("2026-05-29T12:00:00Z", now, "en-GB")).toBe("3 days ago");
  });

  it("changes the unit at the full minute, hour and day, in both directions", () => {
    const now = new Date("2026-06-01T12:00:00Z");
    const away = (seconds: number) =>
      formatAgo(new Date(now.getTime() + seconds * 1000), now, "en-GB");
    expect([-59, -60, -3599, -3600].map(away)).toEqual([
      "59 sec ago",
      "1 min ago",
      "60 min ago",
      "1 hr ago",
    ]);
    expect([-86_399, -86_400, 0].map(away)).toEqual(["24 hr ago", "yesterday", "now"]);
    expect([59, 60, 3600, 86_400].map(away)).toEqual([
      "in 59 sec",
      "in 1 min",
      "in 1 hr",
      "tomorrow",
    ]);
  });
});

describe("the week", () => {
  it("begins on the usual day of the language's region", () => {
    expect(["en-GB", "fr", "de"].map(firstDayOf)).toEqual([1, 1, 1]);
    expect(["ar-u-nu-latn", "hi-u-nu-latn", "pt-BR"].map(firstDayOf)).toEqual([6, 7, 7]);
  });
});
