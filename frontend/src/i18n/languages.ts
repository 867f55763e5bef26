export type Language = "en" | "es" | "fr" | "de" | "pt" | "ar" | "hi" | "zh";

export interface LanguageInfo {
  code: Language;
  /** The name in the language itself, for the picker. */
  name: string;
  dir: "ltr" | "rtl";
  /**
   * For Intl: with Western digits in all languages, so that fares, plates and codes look the same everywhere.
   */
  dateLocale: string;
  /** The shipped language on which an operator's own one is based. */
  base?: string;
}

const language = (code: Language, name: string, dateLocale: string = code): LanguageInfo => ({
  code,
  name,
  dir: code === "ar" ? "rtl" : "ltr",
  dateLocale,
});

const ENGLISH = language("en", "English", "en-GB");

/** The texts of each language are in the folder of its code; see `messages.ts`. */
export const LANGUAGES: readonly LanguageInfo[] = [
  ENGLISH,
  language("es", "Español"),
  language("fr", "Français"),
  language("de", "Deutsch"),
  language("pt", "Português (Brasil)", "pt-BR"),
  language("ar", "العربية", "ar-u-nu-latn"),
  language("hi", "हिन्दी", "hi-u-nu-latn"),
  language("zh", "简体中文"),
];

export const FALLBACK: Language = "en";

export function isLanguage(code: string | null | undefined): code is Language {
  return LANGUAGES.some((language) => language.code === code);
}

export function languageInfo(code: string): LanguageInfo {
  return LANGUAGES.find((language) => language.code === code) ?? ENGLISH;
}

/** Returns the stored language, else the page's, else the first of the browser's that is supported. */
export function preferredLanguage(remembered: string | null, browser: readonly string[]): Language {
  if (isLanguage(remembered)) return remembered;
  const shown = document.documentElement.dataset.language;
  if (isLanguage(shown)) return shown;
  for (const tag of browser) {
    const base = tag.split("-")[0];
    if (isLanguage(base)) return base;
  }
  return FALLBACK;
}
