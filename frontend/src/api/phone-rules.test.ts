// @vitest-environment node
import { describe, expect, it } from "vitest";
import { formatFullMobile, typedMobile } from "./phone-rules";

describe("a number dialled in Britain", () => {
  it.each([
    "07700 900101",
    "07700-900101",
    "(07700) 900.101",
    "7700 900101",
    "0044 7700 900101",
    "+44 7700 900101",
    "+44 (0)7700 900101",
    "+44 07700 900101",
    "\u200307700\u2013900101",
    "٠٧٧٠٠٩٠٠١٠١",
    "۰۷۷۰۰ ۹۰۰۱۰۱",
    "०७७०० ९००१०१",
    "＋４４７７００９００１０１",
  ])("%s is +447700900101", (typed) => expect(typedMobile(typed, "GB")).toBe("+447700900101"));

  it.each([
    "",
    "0",
    "07700",
    "077009001011111",
    "+",
    "+44",
    "call me",
    "07700 90010x",
    "+0770090010",
  ])("%j is no number", (typed) => expect(typedMobile(typed, "GB")).toBeNull());
});

describe("a foreign number", () => {
  it("uses its own dial code, whatever the home country", () => {
    expect(typedMobile("+33 6 12 34 56 78", "GB")).toBe("+33612345678");
    expect(typedMobile("0033 6 12 34 56 78", undefined)).toBe("+33612345678");
  });

  it("is not a number of the home country when dialled as in another one", () => {
    expect(typedMobile("06 12 34 56 78 99", "FR")).toBeNull();
    expect(typedMobile("07700 900101", "FR")).toBeNull();
  });

  it("needs its dial code without a known home country", () => {
    expect(typedMobile("07700 900101", undefined)).toBeNull();
    expect(typedMobile("07700 900101", "ZZ")).toBeNull();
    expect(typedMobile("+44 7700 900101", "ZZ")).toBe("+447700900101");
  });

  it("includes the leading zero of Italian numbers", () => {
    expect(typedMobile("06 698 12345", "IT")).toBe("+390669812345");
  });

  it("stays unchanged when no number of its country has that length: the server decides", () => {
    expect(typedMobile("+44 123456", "GB")).toBe("+44123456");
    expect(typedMobile("+999 1234567", "GB")).toBe("+9991234567");
  });
});

it("a full number is spaced by the format of its country", () => {
  expect(formatFullMobile("+447700900101")).toBe("+44 7700 900101");
  expect(formatFullMobile("+9991234567")).toBe("+9991234567");
});
