import { useEffect } from "react";
import { currentViewer } from "@/api/session";
import { isLanguage } from "@/i18n/languages";
import { changeLanguage, hasChosenLanguage } from "@/i18n/setup";

/** On a device without a chosen language, the app uses the language of the user's profile. */
export function useOwnLanguage(user: number): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once a person.
  useEffect(() => {
    const language = currentViewer().me?.language;
    if (hasChosenLanguage() || !isLanguage(language)) return;
    // Without its translations the page stays in its language.
    changeLanguage(language).catch(() => undefined);
  }, [user]);
}
