export type Language = "en" | "ar";

interface LanguageInfo {
  code: Language;
  /** Its name in itself, for the picker. */
  name: string;
  dir: "ltr" | "rtl";
  /** For Intl: Western digits in both, so that fares, plates and codes read alike everywhere. */
  dateLocale: string;
}

export const LANGUAGES: readonly LanguageInfo[] = [
  { code: "en", name: "English", dir: "ltr", dateLocale: "en-GB" },
  { code: "ar", name: "العربية", dir: "rtl", dateLocale: "ar-u-nu-latn" },
];

export const FALLBACK: Language = "en";

export function isLanguage(code: string | null | undefined): code is Language {
  return LANGUAGES.some((language) => language.code === code);
}

export function languageInfo(code: string): LanguageInfo {
  const found = LANGUAGES.find((language) => language.code === code) ?? LANGUAGES[0];
  if (!found) throw new Error("no languages");
  return found;
}

/** The one remembered, else the first of the browser's that we speak. */
export function preferredLanguage(remembered: string | null, browser: readonly string[]): Language {
  if (isLanguage(remembered)) return remembered;
  for (const tag of browser) {
    const base = tag.split("-")[0];
    if (isLanguage(base)) return base;
  }
  return FALLBACK;
}
