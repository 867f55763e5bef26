import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { PeriodGroup } from "@/api/types";
import { languageInfo } from "@/i18n/languages";
import { type Day, dayWords } from "./days";

/** What periods are called: long for a table or a tooltip, short for under a bar. */
export function usePeriodWords(group: PeriodGroup) {
  const { t, i18n } = useTranslation();
  const locale = languageInfo(i18n.language).dateLocale;
  return useMemo(() => {
    const words = (day: Day, options: Intl.DateTimeFormatOptions) => dayWords(day, locale, options);
    const long = (day: Day): string => {
      switch (group) {
        case "year":
          return words(day, { year: "numeric" });
        case "month":
          return words(day, { year: "numeric", month: "long" });
        case "week":
          return t("reports.week_from", { day: words(day, { dateStyle: "medium" }) });
        case "day":
          return words(day, { dateStyle: "long" });
      }
    };
    const short = (day: Day): string => {
      if (group === "year") return words(day, { year: "numeric" });
      if (group === "month") return words(day, { month: "short", year: "2-digit" });
      return words(day, { day: "numeric", month: "short" });
    };
    return {
      long,
      short,
      month: (day: Day) => words(day, { month: "long" }),
      year: (day: Day) => words(day, { year: "numeric" }),
      day: (day: Day) => words(day, { day: "numeric" }),
    };
  }, [group, locale, t]);
}
