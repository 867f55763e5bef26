import { useTranslation } from "react-i18next";
import { useFormat } from "@/i18n/use-format";

/** Returns booked minutes as hours, such as "2.5 h". */
export function useHours(): (minutes: number) => string {
  const { t } = useTranslation();
  const { number } = useFormat();
  return (minutes) => t("trip.hire_time", { hours: number(minutes / 60) });
}
