import i18next from "i18next";
import { afterAll, beforeAll, expect, it } from "vitest";
import { changeLanguage, loadRest, startI18n } from "./setup";

beforeAll(startI18n);
afterAll(() => changeLanguage("en"));

const minutes = (count: number) => i18next.t("units.min", { count, value: count });
const hours = (count: number) => i18next.t("units.h", { count, value: count });
const after = (seconds: number) =>
  i18next.t("bookings.answered_after", { count: seconds, seconds });

it("counts minutes in the plural forms of Arabic", async () => {
  await changeLanguage("ar");
  expect([0, 1, 2, 3, 12, 100].map(minutes)).toEqual([
    "0 دقيقة",
    "دقيقة واحدة",
    "دقيقتان",
    "3 دقائق",
    "12 دقيقة",
    "100 دقيقة",
  ]);
});

it("counts hours in the plural forms of Arabic", async () => {
  await changeLanguage("ar");
  expect([1, 2, 3, 12].map(hours)).toEqual(["ساعة واحدة", "ساعتان", "3 ساعات", "12 ساعة"]);
  const both = { hours: hours(3), minutes: minutes(5) };
  expect(i18next.t("units.h_min", both)).toBe("3 ساعات و5 دقائق");
});

it("counts seconds in the plural forms of Arabic", async () => {
  await loadRest();
  await changeLanguage("ar");
  expect([1, 2, 7, 45].map(after)).toEqual([
    "بعد ثانية واحدة",
    "بعد ثانيتين",
    "بعد 7 ثوانٍ",
    "بعد 45 ثانية",
  ]);
});

it("abbreviates minutes in English for every number", async () => {
  await changeLanguage("en");
  expect([0, 1, 12].map(minutes)).toEqual(["0 min", "1 min", "12 min"]);
});
