import { FALLBACK, type Language, languageInfo } from "./languages";
import { firstOf as englishFirst } from "./setup";

/* All languages except English, each in its own chunks, to keep the first load small. */
const firsts = import.meta.glob<{ first: object }>(["./*-first.ts", "!./en-first.ts"]);
const forms = import.meta.glob<{ form: object }>(["./*-form.ts", "!./en-form.ts"]);
const rests = import.meta.glob<{ rest: object }>(["./*-rest.ts", "!./en-rest.ts"]);
const fonts = import.meta.glob("./*-font.ts");

/** Returns the first page's texts, once the language's font is loaded. */
export async function firstOf(language: Language): Promise<object> {
  const base = baseOf(language);
  const [messages] = await Promise.all([
    // English is part of the first load: a chunk of its own would make the first load larger.
    base === FALLBACK ? { first: await englishFirst(FALLBACK) } : firsts[`./${base}-first.ts`]?.(),
    fonts[`./${language.split("-")[0]}-font.ts`]?.(),
  ]);
  if (!messages) throw new Error(`no words in ${language}`);
  return inFormsOf(language, messages.first);
}

/** Returns the booking form's texts. */
export async function formOf(language: Language): Promise<object> {
  const base = baseOf(language);
  const messages = await (base === FALLBACK ? import("./en-form") : forms[`./${base}-form.ts`]?.());
  if (!messages) throw new Error(`no words in ${language}`);
  return inFormsOf(language, messages.form);
}

/** Returns the texts of all pages except the home page. */
export async function restOf(language: Language): Promise<object> {
  const base = baseOf(language);
  const messages = await (base === FALLBACK ? import("./en-rest") : rests[`./${base}-rest.ts`]?.());
  if (!messages) throw new Error(`no words in ${language}`);
  return inFormsOf(language, messages.rest);
}

/** Returns the shipped language on which an operator's language is based. */
const baseOf = (language: Language): string => languageInfo(language).base ?? language;

/** Adds the plural forms that a language needs and its base language lacks. */
function inFormsOf(language: Language, messages: object): object {
  if (baseOf(language) === language) return messages;
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  const filled: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(messages)) {
    filled[key] = typeof value === "string" ? value : inFormsOf(language, value as object);
    if (typeof value !== "string" || !key.endsWith("_other")) continue;
    for (const form of forms) {
      const name = key.replace(/other$/, form);
      if (!(name in messages)) filled[name] = value;
    }
  }
  return filled;
}
