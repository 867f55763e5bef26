import type { Translation } from "@/api/languages";

/** One sentence with all its plural forms. */
export interface Sentence {
  stem: string;
  translations: readonly Translation[];
  own: boolean;
  changed: boolean;
}

export type Shown = "missing" | "changed" | "all";

const FORM = /_(zero|one|two|few|many|other)$/;
const BLANK = /\{\{\w+\}\}/g;
const TAG = /<\/?\d+\/?>/g;

const stemOf = (translation: Translation): string =>
  translation.plural ? translation.key.replace(FORM, "") : translation.key;
export const formOf = (translation: Translation): string =>
  translation.plural ? (FORM.exec(translation.key)?.[1] ?? "") : "";

/** Returns missing translations first, then the order of the pages. */
export function sentencesOf(translations: readonly Translation[]): Sentence[] {
  const byStem = new Map<string, Translation[]>();
  for (const translation of translations) {
    const stem = stemOf(translation);
    byStem.set(stem, [...(byStem.get(stem) ?? []), translation]);
  }
  const all = [...byStem].map(([stem, forms]) => ({
    stem,
    translations: forms,
    own: forms.some((translation) => translation.own),
    changed: forms.some((translation) => translation.changed),
  }));
  return [...all.filter(({ own }) => !own), ...all.filter(({ own }) => own)];
}

const folded = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

export function matching(sentences: readonly Sentence[], search: string, shown: Shown): Sentence[] {
  const expected = folded(search.trim());
  return sentences.filter(
    ({ stem, translations, own, changed }) =>
      (shown === "all" || (shown === "missing" ? !own : changed)) &&
      (expected === "" ||
        folded(stem).includes(expected) ||
        translations.some((translation) =>
          folded(`${translation.default} ${translation.text}`).includes(expected),
        )),
  );
}

/** Returns the placeholders and tags of a text, which a translation must contain. */
export const blanksOf = (text: string): string[] => [
  ...(text.match(BLANK) ?? []),
  ...(text.match(TAG) ?? []),
];

export type Fault = "empty" | "blanks";

/** Validates like the server, while typing. A plural form can omit its number. */
export function faultOf(translation: Translation, text: string): Fault | null {
  if (text.trim() === "") return "empty";
  const present = blanksOf(text).sort();
  const expected = blanksOf(translation.default).sort();
  const unbalanced = (text.match(/\{\{/g) ?? []).length !== (text.match(BLANK) ?? []).length;
  const complete = translation.plural
    ? present.every((blank) => expected.includes(blank))
    : present.join() === expected.join();
  return complete && !unbalanced ? null : "blanks";
}
