import i18next from "i18next";
import { afterAll, beforeAll, expect, it } from "vitest";
import { changeLanguage, startI18n } from "./setup";

beforeAll(startI18n);
afterAll(() => changeLanguage("en"));

const minutes = (count: number) => i18next.t("units.min", { count, value: count });

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

it("abbreviates minutes in English for every number", async () => {
  await changeLanguage("en");
  expect([0, 1, 12].map(minutes)).toEqual(["0 min", "1 min", "12 min"]);
});
