import i18next from "i18next";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { LANGUAGES } from "./languages";
import { followLanguages, refreshLanguages } from "./live";
import { changeLanguage, startI18n } from "./setup";

const row = (code: string, more = {}) => ({
  code,
  name: code,
  dir: "ltr",
  date_locale: code,
  base: "en",
  default: code === "en",
  overrides: 0,
  version: 1,
  ...more,
});
let rows: object[] = [];
let pairs: Record<string, string> = {};

beforeAll(startI18n);
afterEach(() => vi.unstubAllGlobals());

function serve(): void {
  vi.stubGlobal("fetch", async (url: string) =>
    Response.json(
      url.includes("translations") ? { code: "", version: 1, pairs } : { results: rows },
    ),
  );
}

describe("the operator's overrides", () => {
  it("are shown at once, and the shipped texts when they are removed", async () => {
    rows = [row("en", { overrides: 1, version: 2 })];
    pairs = { "nav.home": "Start" };
    serve();
    await followLanguages();
    expect(i18next.t("nav.home")).toBe("Start");
    rows = [row("en", { version: 3 })];
    await refreshLanguages();
    expect(i18next.t("nav.home")).toBe("Home");
  });

  it("add languages that are not shipped, with the texts of their base", async () => {
    rows = [row("en", { version: 3 }), row("it", { name: "Italiano", overrides: 1, version: 4 })];
    pairs = { "nav.home": "Inizio" };
    serve();
    await refreshLanguages();
    expect(LANGUAGES.map(({ name }) => name)).toEqual(["en", "Italiano"]);
    await changeLanguage("it" as "en");
    await vi.waitFor(() => expect(i18next.t("nav.home")).toBe("Inizio"));
    expect(i18next.t("nav.logout")).toBe("Log out");
    expect(document.documentElement.lang).toBe("it");
  });
});
