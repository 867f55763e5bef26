import type { Language } from "./languages";

/* The pieces of every language but English, by their files: a piece of its own, to keep the first load small. */
const firsts = import.meta.glob<{ first: object }>(["./*-first.ts", "!./en-first.ts"]);
const rests = import.meta.glob<{ rest: object }>(["./*-rest.ts", "!./en-rest.ts"]);
const fonts = import.meta.glob("./*-font.ts");

/** What the first page says, once the language's letters are there to say it. */
export async function firstOf(language: Language): Promise<object> {
  const [words] = await Promise.all([
    firsts[`./${language}-first.ts`]?.(),
    fonts[`./${language}-font.ts`]?.(),
  ]);
  if (!words) throw new Error(`no words in ${language}`);
  return words.first;
}

/** What every page behind the first says. */
export async function restOf(language: Language): Promise<object> {
  const words = await rests[`./${language}-rest.ts`]?.();
  if (!words) throw new Error(`no words in ${language}`);
  return words.rest;
}
