import i18next from "i18next";
import { fetchLanguages, fetchTranslations, type PlatformLanguage } from "@/api/languages";
import { isLanguage, LANGUAGES, type Language, type LanguageInfo } from "./languages";
import { changeLanguage, MEMORY, NAMESPACE, rememberLanguage } from "./setup";

/*
 * The operator's overrides: additional languages and edited texts. They load after the first paint, in a
 * chunk that no first page waits for.
 */

let rows: readonly PlatformLanguage[] = [];
/** The overrides of each language, with their version. */
const overrides = new Map<string, { version: number; pairs: Record<string, string> }>();
/** The overridden texts, to restore them later. */
const released = new Map<string, Record<string, string>>();
let applying = false;
let following = false;

/** Applies the operator's overrides, now and after every change of language. */
export async function followLanguages(): Promise<void> {
  if (!following) {
    following = true;
    i18next.on("languageChanged", (code) => void loadOverrides(code).catch(() => undefined));
    // A bundle that loads later contains the shipped texts again.
    i18next.store.on("added", (code: string) => {
      if (!applying) applyOverrides(code);
    });
  }
  await refreshLanguages();
}

/** Refetches the languages, and the overrides of the current one if they have changed. */
export async function refreshLanguages(): Promise<void> {
  rows = (await fetchLanguages()).results;
  if (rows.length === 0) return;
  (LANGUAGES as LanguageInfo[]).splice(0, LANGUAGES.length, ...rows.map(infoOf));
  const wanted = wantedLanguage();
  if (wanted !== i18next.language) await show(wanted);
  else await loadOverrides(wanted);
  // The list of languages and the direction may have changed: notify the components.
  i18next.addResources(i18next.language, NAMESPACE, {});
}

/** Shows a text in the editor before the server has saved it. */
export function showTranslation(code: string, key: string, text: string): void {
  if (i18next.hasResourceBundle(code, NAMESPACE)) {
    rememberReleased(code, key, text);
    i18next.addResource(code, NAMESPACE, key, text);
  }
}

const infoOf = (row: PlatformLanguage): LanguageInfo => ({
  code: row.code as Language,
  name: row.name,
  dir: row.dir,
  dateLocale: row.date_locale,
  base: row.base,
});

/** Returns the stored language, else the first of the browser's that exists, else the operator's default. */
function wantedLanguage(): Language {
  const remembered = localStorage.getItem(MEMORY);
  if (isLanguage(remembered)) return remembered;
  for (const tag of navigator.languages ?? []) {
    const known = [tag, tag.split("-")[0]].find(isLanguage);
    if (known) return known;
  }
  return (rows.find((row) => row.default)?.code ?? i18next.language) as Language;
}

/** Shows a language without storing it, because the user has not chosen it. */
async function show(language: Language): Promise<void> {
  const remembered = localStorage.getItem(MEMORY);
  await changeLanguage(language);
  if (remembered !== language) rememberLanguage(null);
}

async function loadOverrides(code: string): Promise<void> {
  const row = rows.find((known) => known.code === code);
  const before = overrides.get(code);
  if (!row || before?.version === row.version) return;
  const translations =
    row.overrides > 0
      ? await fetchTranslations(code, row.version)
      : { version: row.version, pairs: {} };
  overrides.set(code, translations);
  const gone = Object.keys(before?.pairs ?? {}).filter((key) => !(key in translations.pairs));
  restoreReleased(code, gone);
  applyOverrides(code);
}

/** Restores the shipped texts of removed overrides. */
function restoreReleased(code: string, keys: readonly string[]): void {
  const kept = released.get(code) ?? {};
  const texts = keys.flatMap((key) => (kept[key] === undefined ? [] : [[key, kept[key]]]));
  if (texts.length > 0) i18next.addResources(code, NAMESPACE, Object.fromEntries(texts));
}

/** Saves the shipped text before it is overridden: i18next replaces it. */
function rememberReleased(code: string, key: string, otherwise: string): void {
  const kept = released.get(code) ?? {};
  const now: unknown = i18next.getResource(code, NAMESPACE, key);
  if (kept[key] === undefined && typeof now === "string" && now !== otherwise) kept[key] = now;
  released.set(code, kept);
}

function applyOverrides(code: string): void {
  const translations = overrides.get(code);
  if (!translations || Object.keys(translations.pairs).length === 0) return;
  for (const [key, text] of Object.entries(translations.pairs)) rememberReleased(code, key, text);
  applying = true;
  i18next.addResources(code, NAMESPACE, translations.pairs);
  applying = false;
}
