import { useTranslation } from "react-i18next";
import { useFormat } from "@/i18n/use-format";

/** The columns of amounts as charged, under the tariff, and their difference. */
export function useReplayChange() {
  const { t } = useTranslation();
  const { money } = useFormat();
  return {
    head: [t("tariffs.replay_before"), t("tariffs.replay_after"), t("tariffs.replay_change")],
    change: ({ own, new: after }: { own: string; new: string }) => [
      money(own),
      money(after),
      money((Number(after) - Number(own)).toFixed(4)),
    ],
  };
}
