import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { publicSettingsQuery } from "@/api/catalogue";
import { languageInfo } from "@/i18n/languages";
import { formatDay } from "@/ui/dates/day-text";
import { todayIn } from "@/ui/periods/days";

const DAY_MS = 86_400_000;

/** Expiry dates are days of the platform's time zone, not moments. */
export function useDay() {
  const { i18n } = useTranslation();
  const { data } = useQuery(publicSettingsQuery());
  const today = todayIn(data?.time_zone);
  return {
    today,
    format: (day: string) => formatDay(day, languageInfo(i18n.language).dateLocale),
    daysUntil: (day: string) => Math.round((Date.parse(day) - Date.parse(today)) / DAY_MS),
  };
}
