import { useTranslation } from "react-i18next";
import type { ReplayRun } from "@/api/replays";
import { languageInfo } from "@/i18n/languages";
import { useFormat } from "@/i18n/use-format";

/** Returns the name of a replay: its tariff and its days. */
export function useReplayName() {
  const { t, i18n } = useTranslation();
  const { date } = useFormat();
  const rtl = languageInfo(i18n.language).dir === "rtl";
  // Isolates keep a Latin name and the dates in their order in right-to-left text.
  const alone = (text: string) => (rtl ? `\u2068${text}\u2069` : text);
  const day = (text: string) => alone(date(`${text}T12:00:00Z`));
  return ({ tariff_name, first_day, last_day }: ReplayRun) =>
    `${alone(tariff_name || t("tariffs.replay_own"))}, ${day(first_day)} – ${day(last_day)}`;
}
