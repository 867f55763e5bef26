import { useEffect } from "react";
import { currentViewer } from "@/api/session";
import { isLanguage } from "@/i18n/languages";
import { changeLanguage, hasChosenLanguage } from "@/i18n/setup";

/** Uses the language of the user's profile on a device without a chosen language. */
export function useOwnLanguage(user: number): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per user.
  useEffect(() => {
    const language = currentViewer().me?.language;
    if (hasChosenLanguage() || !isLanguage(language)) return;
    // If the translations fail to load, the page keeps its language.
    changeLanguage(language).catch(() => undefined);
  }, [user]);
}
