// @vitest-environment node
import { describe, expect, it } from "vitest";
import { LANGUAGES } from "@/i18n/languages";
import { formatDay, readDay } from "./day-text";
import { formatTime, readTime } from "./time-text";

const localeOf = (language: string) =>
  LANGUAGES.find(({ code }) => code === language)?.dateLocale ?? "";
const TODAY = "2026-06-01";

describe("a day", () => {
  it.each([
    ["en", "22 Nov 2026"],
    ["fr", "22 nov. 2026"],
    ["hi", "22 नव॰ 2026"],
    ["zh", "2026年11月22日"],
    ["de", "22.11.2026"],
  ])("is written in %s as %s", (language, text) => {
    expect(formatDay("2026-11-22", localeOf(language))).toBe(text);
  });

  it.each(LANGUAGES.map(({ code }) => code))(
    "is parsed in %s in the language's format, each month",
    (code) => {
      for (let month = 1; month <= 12; month += 1) {
        const day = `2027-${String(month).padStart(2, "0")}-09`;
        for (const style of ["short", "medium", "long"] as const) {
          const text = formatDay(day, localeOf(code), { dateStyle: style });
          expect([text, readDay(text, localeOf(code), TODAY)]).toEqual([text, day]);
        }
      }
    },
  );

  it.each([
    ["en", "3/4/2027", "2027-04-03"],
    ["en", "3 4 27", "2027-04-03"],
    ["en", "3 april", "2026-04-03"],
    ["en", "Apr 3, 2027", "2027-04-03"],
    ["fr", "3 avr 2027", "2027-04-03"],
    ["zh", "2027/4/3", "2027-04-03"],
    ["ar", "٣/٤/٢٠٢٧", "2027-04-03"],
    ["hi", "३/४/२०२७", "2027-04-03"],
    ["de", "2027-04-03", "2027-04-03"],
  ])("is read in %s from %s", (language, text, day) => {
    expect(readDay(text, localeOf(language), TODAY)).toBe(day);
  });

  it.each(["", "tomorrow", "31/2/2027", "3", "1/2/3/4", "3/4/20277", "0/4/2027"])(
    "is not parsed from %j",
    (text) => {
      expect(readDay(text, "en-GB", TODAY)).toBeNull();
    },
  );

  it("is not guessed while its year is being typed", () => {
    expect(readDay("3/4/20", "en-GB", TODAY, true)).toBeNull();
    expect(readDay("3/4/2027", "en-GB", TODAY, true)).toBe("2027-04-03");
  });
});

describe("a time", () => {
  it("uses the 12-hour or 24-hour clock of the language", () => {
    expect(formatTime("14:05", localeOf("en"))).toBe("14:05");
    expect(formatTime("14:05", localeOf("hi"))).toMatch(/^02:05\spm$/);
    expect(formatTime("14:05", localeOf("ar"))).toMatch(/^02:05\sم$/);
  });

  it.each(LANGUAGES.map(({ code }) => code))("is parsed in %s in the language's format", (code) => {
    for (const time of ["00:00", "00:45", "09:30", "12:15", "14:05", "23:59"]) {
      const text = formatTime(time, localeOf(code));
      expect([text, readTime(text, localeOf(code), true)]).toEqual([text, time]);
    }
  });

  it.each([
    ["9", "09:00"],
    ["9.30", "09:30"],
    ["1405", "14:05"],
    ["9:30 pm", "21:30"],
    ["٩:٣٠", "09:30"],
    ["24:00", null],
    ["9:75", null],
    ["13 pm", null],
    ["soon", null],
  ])("is read from %s as %s", (text, time) => {
    expect(readTime(text, "en-GB")).toBe(time);
  });

  it("is not guessed while it is being typed", () => {
    expect(readTime("9:3", "en-GB", true)).toBeNull();
    expect(readTime("9:30", "en-GB", true)).toBe("09:30");
    expect(readTime("9:30", "hi-u-nu-latn", true)).toBeNull();
  });
});
