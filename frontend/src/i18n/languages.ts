export type Language = "en" | "es" | "fr" | "de" | "pt" | "ar" | "hi" | "zh";

export interface LanguageInfo {
  code: Language;
  /** Its name in itself, for the picker. */
  name: string;
  dir: "ltr" | "rtl";
  /** For Intl: Western digits in all, so that fares, plates and codes read alike everywhere. */
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

/** Each has its texts in the folder of its code, `<code>-first.ts` and `<code>-rest.ts` (see `messages.ts`). */
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

/** The one remembered, else the one that the page came in, else the first of the browser's that we speak. */
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
