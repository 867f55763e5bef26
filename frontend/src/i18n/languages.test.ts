import { afterEach, expect, it } from "vitest";
import { isLanguage, languageInfo, preferredLanguage } from "./languages";

afterEach(() => {
  delete document.documentElement.dataset.language;
});

it("prefers the stored language, then the page's, then the browser's first that is known", () => {
  document.documentElement.dataset.language = "fr";
  expect(preferredLanguage("de", ["es"])).toBe("de");
  expect(preferredLanguage("xx", ["es"])).toBe("fr");
  document.documentElement.dataset.language = "xx";
  expect(preferredLanguage(null, ["nl", "pt-BR", "es"])).toBe("pt");
  expect(preferredLanguage(null, ["nl"])).toBe("en");
});

it("knows its languages by their exact code", () => {
  expect(isLanguage("ar")).toBe(true);
  expect(isLanguage("ar-EG")).toBe(false);
  expect(isLanguage(null)).toBe(false);
});

it("describes a language, and an unknown one as English", () => {
  expect(languageInfo("ar")).toMatchObject({ code: "ar", dir: "rtl" });
  expect(languageInfo("de")).toMatchObject({ code: "de", dir: "ltr" });
  expect(languageInfo("xx").code).toBe("en");
});
