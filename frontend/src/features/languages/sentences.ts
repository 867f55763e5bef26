import type { Word } from "@/api/languages";

/** One sentence with all its plural forms. */
export interface Sentence {
  stem: string;
  words: readonly Word[];
  own: boolean;
  changed: boolean;
}

export type Shown = "missing" | "changed" | "all";

const FORM = /_(zero|one|two|few|many|other)$/;
const BLANK = /\{\{\w+\}\}/g;
const TAG = /<\/?\d+\/?>/g;

export const stemOf = (word: Word): string => (word.plural ? word.key.replace(FORM, "") : word.key);
export const formOf = (word: Word): string => (word.plural ? (FORM.exec(word.key)?.[1] ?? "") : "");

/** The missing ones first, in the order of the pages otherwise. */
export function sentencesOf(words: readonly Word[]): Sentence[] {
  const byStem = new Map<string, Word[]>();
  for (const word of words) {
    const stem = stemOf(word);
    byStem.set(stem, [...(byStem.get(stem) ?? []), word]);
  }
  const all = [...byStem].map(([stem, forms]) => ({
    stem,
    words: forms,
    own: forms.some((word) => word.own),
    changed: forms.some((word) => word.changed),
  }));
  return [...all.filter(({ own }) => !own), ...all.filter(({ own }) => own)];
}

const folded = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

export function matching(sentences: readonly Sentence[], search: string, shown: Shown): Sentence[] {
  const wanted = folded(search.trim());
  return sentences.filter(
    ({ stem, words, own, changed }) =>
      (shown === "all" || (shown === "missing" ? !own : changed)) &&
      (wanted === "" ||
        folded(stem).includes(wanted) ||
        words.some((word) => folded(`${word.default} ${word.text}`).includes(wanted))),
  );
}

/** Blanks and tags of a text, to be kept. */
export const blanksOf = (text: string): string[] => [
  ...(text.match(BLANK) ?? []),
  ...(text.match(TAG) ?? []),
];

export type Fault = "empty" | "blanks";

/** What the server would refuse, said while it is typed; a plural form may leave its number out. */
export function faultOf(word: Word, text: string): Fault | null {
  if (text.trim() === "") return "empty";
  const there = blanksOf(text).sort();
  const wanted = blanksOf(word.default).sort();
  const stray = (text.match(/\{\{/g) ?? []).length !== (text.match(BLANK) ?? []).length;
  const kept = word.plural
    ? there.every((blank) => wanted.includes(blank))
    : there.join() === wanted.join();
  return kept && !stray ? null : "blanks";
}
