import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { languageInfo } from "@/i18n/languages";

/** Formats numbers of a scale: "12K". */
export function useCompact(): (value: number) => string {
  const { i18n } = useTranslation();
  const locale = languageInfo(i18n.language).dateLocale;
  return useMemo(() => {
    const format = new Intl.NumberFormat(locale, { notation: "compact", maximumFractionDigits: 1 });
    return (value: number) => format.format(value);
  }, [locale]);
}
