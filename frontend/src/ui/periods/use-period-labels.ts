import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { PeriodGroup } from "@/api/types";
import { languageInfo } from "@/i18n/languages";
import { type Day, formatDay } from "./days";

/** Returns the labels of periods: long for a table or a tooltip, short for below a bar. */
export function usePeriodLabels(group: PeriodGroup) {
  const { t, i18n } = useTranslation();
  const locale = languageInfo(i18n.language).dateLocale;
  return useMemo(() => {
    const format = (day: Day, options: Intl.DateTimeFormatOptions) =>
      formatDay(day, locale, options);
    const long = (day: Day): string => {
      switch (group) {
        case "year":
          return format(day, { year: "numeric" });
        case "month":
          return format(day, { year: "numeric", month: "long" });
        case "week":
          return t("reports.week_from", { day: format(day, { dateStyle: "medium" }) });
        case "day":
          return format(day, { dateStyle: "long" });
      }
    };
    const short = (day: Day): string => {
      if (group === "year") return format(day, { year: "numeric" });
      if (group === "month") return format(day, { month: "short", year: "2-digit" });
      return format(day, { day: "numeric", month: "short" });
    };
    return {
      long,
      short,
      month: (day: Day) => format(day, { month: "long" }),
      year: (day: Day) => format(day, { year: "numeric" }),
      day: (day: Day) => format(day, { day: "numeric" }),
    };
  }, [group, locale, t]);
}
