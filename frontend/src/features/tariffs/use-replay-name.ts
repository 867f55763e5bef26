import { useTranslation } from "react-i18next";
import type { ReplayRun } from "@/api/replays";
import { useFormat } from "@/i18n/use-format";

/** Returns the name of a replay: its tariff and its days. */
export function useReplayName() {
  const { t } = useTranslation();
  const { date } = useFormat();
  return ({ tariff_name, first_day, last_day }: ReplayRun) =>
    `${tariff_name || t("tariffs.replay_own")}, ${date(`${first_day}T12:00:00Z`)} – ${date(`${last_day}T12:00:00Z`)}`;
}
