import { useTranslation } from "react-i18next";
import type { ReplayGroup, ReplayResults } from "@/api/replays";
import { languageInfo } from "@/i18n/languages";
import { useFormat } from "@/i18n/use-format";
import { ChartCard } from "@/ui/chart/chart-card";
import { useCompact } from "@/ui/chart/use-compact";

const GROUPS = ["car_types", "zones", "weekdays", "hours"] as const;
/** A Monday. */
const MONDAY = Date.UTC(2024, 0, 1);
const DAY_MS = 86_400_000;

/** How many trips change by how much, and the fares of each group before and after. */
export function ReplayCharts({ results }: { results: ReplayResults }) {
  const { t, i18n } = useTranslation();
  const { money, number, percent } = useFormat();
  const compact = useCompact();
  const { dateLocale } = languageInfo(i18n.language);
  const weekday = (key: string, width: "long" | "short") =>
    new Intl.DateTimeFormat(dateLocale, { weekday: width, timeZone: "UTC" }).format(
      MONDAY + Number(key) * DAY_MS,
    );
  const bar = (above: number | null, upTo: number | null) => {
    if (above === upTo) return t("tariffs.replay_no_change");
    if (above === null) return `< ${percent(upTo ?? 0)}`;
    if (upTo === null) return `> ${percent(above)}`;
    return `${percent(above)} – ${percent(upTo)}`;
  };
  const label = (group: (typeof GROUPS)[number], key: string, width: "long" | "short") => {
    if (group === "weekdays") return weekday(key, width);
    return group === "hours" ? `${key.padStart(2, "0")}:00` : key;
  };
  const points = (group: (typeof GROUPS)[number]) =>
    [...results[group]]
      .sort((a, b) => (Number(a.key) || 0) - (Number(b.key) || 0))
      .map(({ key, own, new: after }: ReplayGroup) => ({
        key,
        label: label(group, key, "long"),
        short: label(group, key, "short"),
        values: [Number(own), Number(after)],
      }));
  return (
    <>
      <ChartCard
        title={t("tariffs.replay_histogram")}
        periods={t("tariffs.replay_change")}
        points={results.histogram.map(({ above, up_to, trips }) => ({
          key: `${above} ${up_to}`,
          label: bar(above, up_to),
          short: bar(above, up_to),
          values: [trips],
        }))}
        series={[{ key: "trips", label: t("tariffs.replay_trips"), tone: "way" }]}
        format={number}
        formatShort={compact}
      />
      {GROUPS.filter((group) => results[group].length > 0).map((group) => (
        <ChartCard
          key={group}
          title={t(`tariffs.replay_by_${group}`)}
          periods={t(`tariffs.replay_${group}`)}
          points={points(group)}
          series={[
            { key: "own", label: t("tariffs.replay_before"), tone: "way" },
            { key: "new", label: t("tariffs.replay_after"), tone: "lamp" },
          ]}
          format={(value) => money(value.toFixed(4))}
          formatShort={compact}
        />
      ))}
    </>
  );
}
