import { SegmentedControl, Select } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { PeriodGroup } from "@/api/types";
import { DateField } from "@/ui/dates/date-field";
import { PRESETS, presetDays } from "./days";
import classes from "./period-tools.module.css";
import type { Periods } from "./use-periods";

interface PeriodToolsProps {
  periods: Periods;
  /** Without one, only the period is selected. */
  groups: readonly PeriodGroup[];
}

/** Selects a period and its grouping. The days are in the platform's time zone. */
export function PeriodTools({ periods, groups }: PeriodToolsProps) {
  const { t } = useTranslation();
  const { from, to, group, today, set } = periods;
  const preset = PRESETS.find((name) => {
    const days = presetDays(name, today);
    return days.from === from && days.to === to;
  });
  return (
    <div className={classes.tools}>
      <Select
        size="sm"
        label={t("reports.range")}
        data={[
          ...PRESETS.map((name) => ({ value: name, label: t(`reports.range_${name}`) })),
          ...(preset ? [] : [{ value: "custom", label: t("reports.range_custom") }]),
        ]}
        value={preset ?? "custom"}
        onChange={(chosen) => {
          const name = PRESETS.find((one) => one === chosen);
          if (name) set(presetDays(name, today));
        }}
        allowDeselect={false}
      />
      <DateField
        size="sm"
        label={t("history.from")}
        value={from}
        max={to}
        onChange={(day) => set({ from: day })}
      />
      <DateField
        size="sm"
        label={t("history.to")}
        value={to}
        min={from}
        onChange={(day) => set({ to: day })}
      />
      {groups.length > 0 ? (
        <SegmentedControl
          size="sm"
          aria-label={t("reports.group")}
          value={group}
          onChange={(chosen) => {
            const next = groups.find((one) => one === chosen);
            if (next) set({ group: next });
          }}
          data={groups.map((one) => ({ value: one, label: t(`reports.group_${one}`) }))}
        />
      ) : null}
    </div>
  );
}
