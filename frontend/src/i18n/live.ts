import i18next from "i18next";
import { fetchLanguages, fetchTranslations, type OfficeLanguage } from "@/api/languages";
import { isLanguage, LANGUAGES, type Language, type LanguageInfo } from "./languages";
import { changeLanguage, MEMORY, NAMESPACE, rememberLanguage } from "./setup";

/*
 * What the operator says otherwise than the release: languages of their own, words of their own. It comes
 * after the first paint, in a piece that no first page waits for.
 */

let rows: readonly OfficeLanguage[] = [];
/** What is said otherwise, by language, with the version that it is of. */
const own = new Map<string, { version: number; pairs: Record<string, string> }>();
/** What was there before, to be brought back. */
const released = new Map<string, Record<string, string>>();
let putting = false;
let following = false;

/** Takes over what the operator says, now and whenever another language is chosen. */
export async function followLanguages(): Promise<void> {
  if (!following) {
    following = true;
    i18next.on("languageChanged", (code) => void takeWords(code).catch(() => undefined));
    // A bundle that comes later brings the release's words with it.
    i18next.store.on("added", (code: string) => {
      if (!putting) put(code);
    });
  }
  await refreshLanguages();
}

/** Reads the languages again, and the words of the one shown where they have changed. */
export async function refreshLanguages(): Promise<void> {
  rows = (await fetchLanguages()).results;
  if (rows.length === 0) return;
  (LANGUAGES as LanguageInfo[]).splice(0, LANGUAGES.length, ...rows.map(infoOf));
  const wanted = wantedLanguage();
  if (wanted !== i18next.language) await show(wanted);
  else await takeWords(wanted);
  // The picker lists what there is now, and the direction may be another.
  i18next.addResources(i18next.language, NAMESPACE, {});
}

/** Shows a text at once, before the server has it: for the editor. */
export function showWord(code: string, key: string, text: string): void {
  if (i18next.hasResourceBundle(code, NAMESPACE)) {
    keep(code, key, text);
    i18next.addResource(code, NAMESPACE, key, text);
  }
}

const infoOf = (row: OfficeLanguage): LanguageInfo => ({
  code: row.code as Language,
  name: row.name,
  dir: row.dir,
  dateLocale: row.date_locale,
  base: row.base,
});

/** The one remembered, else the first of the browser's that there is, else the operator's default. */
function wantedLanguage(): Language {
  const remembered = localStorage.getItem(MEMORY);
  if (isLanguage(remembered)) return remembered;
  for (const tag of navigator.languages ?? []) {
    const known = [tag, tag.split("-")[0]].find(isLanguage);
    if (known) return known;
  }
  return (rows.find((row) => row.default)?.code ?? i18next.language) as Language;
}

/** Without remembering it: nobody has chosen it. */
async function show(language: Language): Promise<void> {
  const remembered = localStorage.getItem(MEMORY);
  await changeLanguage(language);
  if (remembered !== language) rememberLanguage(null);
}

async function takeWords(code: string): Promise<void> {
  const row = rows.find((known) => known.code === code);
  const before = own.get(code);
  if (!row || before?.version === row.version) return;
  const words =
    row.overrides > 0
      ? await fetchTranslations(code, row.version)
      : { version: row.version, pairs: {} };
  own.set(code, words);
  const gone = Object.keys(before?.pairs ?? {}).filter((key) => !(key in words.pairs));
  bringBack(code, gone);
  put(code);
}

/** The release's words, where they were said otherwise before. */
function bringBack(code: string, keys: readonly string[]): void {
  const kept = released.get(code) ?? {};
  const texts = keys.flatMap((key) => (kept[key] === undefined ? [] : [[key, kept[key]]]));
  if (texts.length > 0) i18next.addResources(code, NAMESPACE, Object.fromEntries(texts));
}

/** Keeps what the release says, before it is said otherwise: i18next writes over it. */
function keep(code: string, key: string, otherwise: string): void {
  const kept = released.get(code) ?? {};
  const now: unknown = i18next.getResource(code, NAMESPACE, key);
  if (kept[key] === undefined && typeof now === "string" && now !== otherwise) kept[key] = now;
  released.set(code, kept);
}

function put(code: string): void {
  const words = own.get(code);
  if (!words || Object.keys(words.pairs).length === 0) return;
  for (const [key, text] of Object.entries(words.pairs)) keep(code, key, text);
  putting = true;
  i18next.addResources(code, NAMESPACE, words.pairs);
  putting = false;
}
