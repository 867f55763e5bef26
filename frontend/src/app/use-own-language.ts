import { useEffect } from "react";
import { currentViewer } from "@/api/session";
import { isLanguage } from "@/i18n/languages";
import { changeLanguage, hasChosenLanguage } from "@/i18n/setup";

/** On a device where nobody has chosen a language yet, the app speaks the person's. */
export function useOwnLanguage(user: number): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once a person.
  useEffect(() => {
    const language = currentViewer().me?.language;
    if (hasChosenLanguage() || !isLanguage(language)) return;
    // Without its words the page goes on in the language that it has.
    changeLanguage(language).catch(() => undefined);
  }, [user]);
}
