import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import { publicSettingsQuery } from "@/api/catalogue";
import type { PeriodGroup } from "@/api/types";
import { type Day, isDay, type Preset, presetDays, todayIn } from "./days";

const GROUPS = ["day", "week", "month", "year"] as const satisfies readonly PeriodGroup[];

export interface Periods {
  from: Day;
  to: Day;
  group: PeriodGroup;
  /** The platform's day. */
  today: Day;
  set: (changes: { from?: Day; to?: Day; group?: PeriodGroup }) => void;
}

/** A stretch of days and its steps; they live in the address, so that a link or a reload shows the same. */
export function usePeriods(usual: { preset: Preset; group: PeriodGroup }): Periods {
  const [params, setParams] = useSearchParams();
  const { data: settings } = useQuery(publicSettingsQuery());
  const today = todayIn(settings?.time_zone);
  const days = presetDays(usual.preset, today);
  const told = { from: params.get("from"), to: params.get("to") };
  const from = isDay(told.from) ? told.from : days.from;
  const to = isDay(told.to) ? told.to : days.to;
  return {
    from: from <= to ? from : to,
    to,
    group: GROUPS.find((group) => group === params.get("group")) ?? usual.group,
    today,
    set: (changes) =>
      setParams(
        (before) => {
          const after = new URLSearchParams(before);
          // Both ends are named as soon as one is: "to today" means another day tomorrow.
          if (changes.from !== undefined || changes.to !== undefined) {
            after.set("from", changes.from || from);
            after.set("to", changes.to || to);
          }
          if (changes.group) after.set("group", changes.group);
          return after;
        },
        { replace: true },
      ),
  };
}
