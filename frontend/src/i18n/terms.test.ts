// @vitest-environment node
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { FORBIDDEN_TERMS } from "./forbidden-terms";
import { LANGUAGES, type Language } from "./languages";
import { firstOf, formOf, restOf } from "./messages";

/** Arabic joins articles to words and Chinese has no spaces: both match inside a word. */
const INSIDE_WORDS = ["ar", "zh"];

function texts(catalogue: object, path = ""): [string, string][] {
  return Object.entries(catalogue).flatMap(([key, value]) => {
    const at = path ? `${path}.${key}` : key;
    return typeof value === "string" ? [[at, value] as [string, string]] : texts(value, at);
  });
}

/** Returns the texts of a django.po without placeholders and names of settings, or the source if untranslated. */
function serverTexts(code: Language): string[] {
  const locale = code === "zh" ? "zh_Hans" : code;
  const catalogue = readFileSync(`../locale/${locale}/LC_MESSAGES/django.po`, "utf8");
  const joined = (lines = "") =>
    lines.replace(/"\n?"?/g, "").replace(/%\(\w+\)[sd]|\b[A-Z]+(_[A-Z]+)+\b/g, "");
  return [...catalogue.matchAll(/^msgid ((?:".*"\n?)+)msgstr ((?:".*"\n?)+)/gm)].map(
    ([, source, target]) => joined(target) || joined(source),
  );
}

function pattern(code: string, variant: string): RegExp {
  if (INSIDE_WORDS.includes(code)) return new RegExp(variant, "iu");
  return new RegExp(`(?<![\\p{L}\\p{M}])(?:${variant})(?![\\p{L}\\p{M}])`, "iu");
}

describe.each(LANGUAGES.map(({ code }) => code))("the terms of %s", async (code) => {
  const catalogue = [
    ...texts(await firstOf(code)),
    ...texts(await formOf(code)),
    ...texts(await restOf(code)),
  ].map(([key, text]) => [key, text.replace(/\{\{\w+\}\}/g, "")] as const);

  it.each(FORBIDDEN_TERMS[code])("use “$use” and never “$variant”", ({ variant }) => {
    const forbidden = pattern(code, variant);
    expect(catalogue.filter(([, text]) => forbidden.test(text))).toEqual([]);
  });
});

describe.each(LANGUAGES.map(({ code }) => code))("the terms of the server in %s", (code) => {
  const catalogue = serverTexts(code);

  it("reads the whole catalogue", () => {
    expect(catalogue.length).toBeGreaterThan(800);
  });

  it.each(FORBIDDEN_TERMS[code])("use “$use” and never “$variant”", ({ variant }) => {
    const forbidden = pattern(code, variant);
    expect(catalogue.filter((text) => forbidden.test(text))).toEqual([]);
  });
});

describe("French", () => {
  /** The first entry of a catalogue describes the file. */
  const HEADER = 1;
  /** A plain space where a line must not break, or a typewriter apostrophe. */
  const TYPEWRITTEN = / [;:!?»]|« |\p{L}'\p{L}/u;

  it("has no-break spaces at its marks, and typographic apostrophes", async () => {
    const pages = [
      ...texts(await firstOf("fr")),
      ...texts(await formOf("fr")),
      ...texts(await restOf("fr")),
    ].map(([, text]) => text);
    const all = [...pages, ...serverTexts("fr").slice(HEADER)];
    expect(all.filter((text) => TYPEWRITTEN.test(text))).toEqual([]);
  });
});

it("finds a forbidden variant as a whole word only", () => {
  expect(pattern("es", "móvil").test("Tu móvil.")).toBe(true);
  expect(pattern("es", "móvil").test("automóvil")).toBe(false);
  expect(pattern("zh", "登陆").test("请登陆后重试")).toBe(true);
});
