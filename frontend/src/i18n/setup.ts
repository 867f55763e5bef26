import i18next from "i18next";
import { initReactI18next, setI18n } from "react-i18next";
import { setPageCookie } from "@/api/page-cookies";
import { first } from "./en-first";
import { FALLBACK, type Language, languageInfo, preferredLanguage } from "./languages";

export const MEMORY = "hansom.language";
export const NAMESPACE = "translations";

/** The texts beyond the first page: those of the booking form on the home page, and of all other pages. */
type Behind = "form" | "rest";

const wanted = new Set<Behind>();
const loaded = new Map<Behind, Promise<void>>();

/** Returns the first page's texts. */
export async function firstOf(language: Language): Promise<object> {
  return language === FALLBACK ? first : (await import("./messages")).firstOf(language);
}

async function messagesOf(part: Behind, language: Language): Promise<object> {
  const words = language === FALLBACK ? null : await import("./messages");
  if (part === "form") return words ? words.formOf(language) : (await import("./en-form")).form;
  return words ? words.restOf(language) : (await import("./en-rest")).rest;
}

async function load(language: Language): Promise<void> {
  const parts = [firstOf(language), ...[...wanted].map((part) => messagesOf(part, language))];
  for (const words of await Promise.all(parts)) {
    i18next.addResourceBundle(language, NAMESPACE, words, true, true);
  }
}

function showDirection(language: string): void {
  document.documentElement.lang = language;
  document.documentElement.dir = languageInfo(language).dir;
}

/** Starts i18next with English, which is part of the first load. */
export async function startEnglish(): Promise<void> {
  await i18next.use(initReactI18next).init({
    lng: FALLBACK,
    fallbackLng: FALLBACK,
    ns: [NAMESPACE],
    defaultNS: NAMESPACE,
    resources: { en: { [NAMESPACE]: first } },
    interpolation: { escapeValue: false },
    react: { useSuspense: false, bindI18nStore: "added" },
    returnNull: false,
  });
  // Each `useTranslation` copies all properties of the instance, 0.1 ms on a desktop and 0.4 ms on a phone. An
  // object that inherits them has none to copy.
  setI18n(Object.create(i18next));
}

/** Starts i18next: English at once, another language when it has loaded. */
export async function startI18n(): Promise<void> {
  const language = preferredLanguage(localStorage.getItem(MEMORY), navigator.languages ?? []);
  await startEnglish();
  i18next.on("languageChanged", showDirection);
  if (language !== FALLBACK) {
    // Until the texts are loaded, the prepared page is shown in the same language. If they fail, the app
    // starts in English.
    await load(language).then(
      () => i18next.changeLanguage(language),
      () => undefined,
    );
  }
  showDirection(i18next.language);
}

/** Returns whether the user has ever chosen a language on this device. */
export function hasChosenLanguage(): boolean {
  return localStorage.getItem(MEMORY) !== null;
}

/** Loads the booking form's texts in the current language. */
export function loadForm(): Promise<void> {
  return loadPart("form");
}

/** Loads the texts of all pages in the current language. */
export async function loadRest(): Promise<void> {
  await Promise.all([loadPart("form"), loadPart("rest")]);
}

function loadPart(part: Behind): Promise<void> {
  // A change of language now loads this part as well, even if it completes first.
  wanted.add(part);
  const before = loaded.get(part);
  if (before) return before;
  const loading = loadShown(part).catch((reason: unknown) => {
    loaded.delete(part);
    throw reason;
  });
  loaded.set(part, loading);
  return loading;
}

async function loadShown(part: Behind): Promise<void> {
  const shown = i18next.language as Language;
  i18next.addResourceBundle(shown, NAMESPACE, await messagesOf(part, shown), true, true);
}

/** Changes texts, direction and dates, and stores the choice. */
export async function changeLanguage(language: Language): Promise<void> {
  await load(language);
  await i18next.changeLanguage(language);
  rememberLanguage(language);
}

/** Stores a choice, also in a cookie for the server's next page; null removes it. */
export function rememberLanguage(language: Language | null): void {
  if (language) localStorage.setItem(MEMORY, language);
  else localStorage.removeItem(MEMORY);
  setPageCookie("hansom_language", language);
}
