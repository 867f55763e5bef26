import { useQuery } from "@tanstack/react-query";
import { publicSettingsQuery } from "@/api/catalogue";
import type { PeriodGroup } from "@/api/types";
import { useAddress } from "@/ui/use-address";
import { type Day, isDay, type Preset, presetDays, todayIn } from "./days";

const GROUPS = ["day", "week", "month", "year"] as const satisfies readonly PeriodGroup[];

export interface Periods {
  from: Day;
  to: Day;
  group: PeriodGroup;
  /** The current day in the platform's time zone. */
  today: Day;
  set: (changes: { from?: Day; to?: Day; group?: PeriodGroup }) => void;
}

/** A period and its grouping, stored in the URL, so that a link or a reload shows the same. */
export function usePeriods(usual: { preset: Preset; group: PeriodGroup }): Periods {
  const { params, change } = useAddress();
  const { data: settings } = useQuery(publicSettingsQuery());
  const today = todayIn(settings?.time_zone);
  const days = presetDays(usual.preset, today);
  const chosen = { from: params.get("from"), to: params.get("to") };
  const from = isDay(chosen.from) ? chosen.from : days.from;
  const to = isDay(chosen.to) ? chosen.to : days.to;
  return {
    from: from <= to ? from : to,
    to,
    group: GROUPS.find((group) => group === params.get("group")) ?? usual.group,
    today,
    set: ({ from: since, to: until, group }) =>
      change({
        // Both ends are stored as soon as one is: "to today" would be another day tomorrow.
        ...(since !== undefined || until !== undefined
          ? { from: since || from, to: until || to }
          : {}),
        ...(group ? { group } : {}),
      }),
  };
}
