import { Tabs } from "@mantine/core";
import { type ReactNode, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "@/i18n/use-format";
import classes from "./desk.module.css";
import { Lane } from "./lane";
import type { Columns, Lane as LaneName, Place } from "./lanes";

interface BoardProps {
  columns: Columns;
  selectedId: number | null;
  place: Place | null;
  dense: boolean;
  /** The new booking that takes the focus. */
  arrived: number | null;
  onSelect: (id: number) => void;
  onOpen: (id: number) => void;
}

/** All lanes side by side. */
export function Board({ columns, selectedId, place, ...rest }: BoardProps) {
  const lanes = [...columns];
  const first = lanes.find(([, jobs]) => jobs.length > 0)?.[0];
  return (
    <div className={classes.lanes} data-board>
      {lanes.map(([lane, jobs]) => (
        <Lane
          key={lane}
          lane={lane}
          jobs={jobs}
          selectedId={selectedId}
          reachable={lane === (place?.lane ?? first)}
          {...rest}
        />
      ))}
    </div>
  );
}

interface TabbedBoardProps extends BoardProps {
  map: ReactNode;
  /** The demand by area; null while its layer is off. */
  demand: ReactNode;
  drivers: ReactNode;
}

/** The lanes as tabs on a phone, followed by the map, the demand and the drivers. */
export function TabbedBoard({
  columns,
  place,
  selectedId,
  map,
  demand,
  drivers,
  ...rest
}: TabbedBoardProps) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const lanes = [...columns];
  const filled = lanes.find(([, jobs]) => jobs.length > 0)?.[0] ?? lanes[0]?.[0] ?? "waiting";
  const [chosen, setChosen] = useState<string | null>(null);
  const lane = place?.lane;
  const { arrived } = rest;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for a new booking; later the user chooses.
  useEffect(() => {
    if (arrived !== null && lane) setChosen(lane);
  }, [arrived]);
  const shown = (chosen === "demand" && !demand ? null : chosen) ?? filled;
  const jobs = columns.get(shown as LaneName);
  return (
    <Tabs value={shown} onChange={setChosen} className={classes.tabbed ?? ""} data-board>
      <Tabs.List className={classes.tabs ?? ""} aria-label={t("desk.lanes")}>
        {lanes.map(([lane, those]) => (
          <Tabs.Tab key={lane} value={lane}>
            {t(`desk.lane_${lane}`)} <b className="hx-tabular">{number(those.length)}</b>
          </Tabs.Tab>
        ))}
        <Tabs.Tab value="map">{t("desk.map")}</Tabs.Tab>
        {demand ? <Tabs.Tab value="demand">{t("desk.demand")}</Tabs.Tab> : null}
        <Tabs.Tab value="drivers">{t("desk.drivers")}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value={shown} className={classes.panel ?? ""}>
        {shown === "map" ? map : null}
        {shown === "demand" ? demand : null}
        {shown === "drivers" ? drivers : null}
        {jobs ? (
          <Lane
            key={shown}
            lane={shown as LaneName}
            jobs={jobs}
            selectedId={selectedId}
            reachable
            {...rest}
          />
        ) : null}
      </Tabs.Panel>
    </Tabs>
  );
}
