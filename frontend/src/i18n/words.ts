import { FALLBACK, type Language, languageInfo } from "./languages";
import { firstOf as englishFirst } from "./setup";

/* The pieces of every language but English, by their files: a piece of its own, to keep the first load small. */
const firsts = import.meta.glob<{ first: object }>(["./*-first.ts", "!./en-first.ts"]);
const forms = import.meta.glob<{ form: object }>(["./*-form.ts", "!./en-form.ts"]);
const rests = import.meta.glob<{ rest: object }>(["./*-rest.ts", "!./en-rest.ts"]);
const fonts = import.meta.glob("./*-font.ts");

/** What the first page says, once the language's letters are there to say it. */
export async function firstOf(language: Language): Promise<object> {
  const base = baseOf(language);
  const [words] = await Promise.all([
    // As it is in the first load already: a piece of its own would make that larger.
    base === FALLBACK ? { first: await englishFirst(FALLBACK) } : firsts[`./${base}-first.ts`]?.(),
    fonts[`./${language.split("-")[0]}-font.ts`]?.(),
  ]);
  if (!words) throw new Error(`no words in ${language}`);
  return inFormsOf(language, words.first);
}

/** What the booking form says. */
export async function formOf(language: Language): Promise<object> {
  const base = baseOf(language);
  const words = await (base === FALLBACK ? import("./en-form") : forms[`./${base}-form.ts`]?.());
  if (!words) throw new Error(`no words in ${language}`);
  return inFormsOf(language, words.form);
}

/** What every page behind the home page says. */
export async function restOf(language: Language): Promise<object> {
  const base = baseOf(language);
  const words = await (base === FALLBACK ? import("./en-rest") : rests[`./${base}-rest.ts`]?.());
  if (!words) throw new Error(`no words in ${language}`);
  return inFormsOf(language, words.rest);
}

/** The shipped language whose words an operator's own language begins with. */
const baseOf = (language: Language): string => languageInfo(language).base ?? language;

/** A language that borrows its words may ask for plural forms that the other does not have. */
function inFormsOf(language: Language, words: object): object {
  if (baseOf(language) === language) return words;
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  const filled: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(words)) {
    filled[key] = typeof value === "string" ? value : inFormsOf(language, value as object);
    if (typeof value !== "string" || !key.endsWith("_other")) continue;
    for (const form of forms) {
      const name = key.replace(/other$/, form);
      if (!(name in words)) filled[name] = value;
    }
  }
  return filled;
}
