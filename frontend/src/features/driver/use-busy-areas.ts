import { useLocalStorage } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type HeatMapCell, heatMapQuery } from "@/api/demand";
import type { LatLng } from "@/api/types";
import type { AreaShape } from "@/map/area-shapes";
import { metresBetween } from "./position-rules";

/** The highest level of a cell. */
export const LEVELS = [1, 2, 3, 4, 5] as const;
const LISTED = 3;

export interface BusyArea {
  cell: HeatMapCell;
  /** In km; null without a position. */
  distance: number | null;
}

/** Returns the busiest cells, of equal ones the nearest first. */
export function busiestOf(cells: readonly HeatMapCell[], here: LatLng | null): BusyArea[] {
  return cells
    .map((cell) => ({ cell, distance: here ? metresBetween(here, cell) / 1000 : null }))
    .sort((a, b) => b.cell.level - a.cell.level || (a.distance ?? 0) - (b.distance ?? 0))
    .slice(0, LISTED);
}

/** Returns the opacity of a level on the map. */
export const strengthOf = (level: number): number => 0.1 + level * 0.12;

const cornersOf = ({ south, west, north, east }: HeatMapCell): LatLng[] => [
  { lat: south, lng: west },
  { lat: north, lng: east },
];

/** The busy areas: switched per device, read once a minute while they are visible. */
export function useBusyAreas(offered: boolean, here: LatLng | null) {
  const [on, setOn] = useLocalStorage({ key: "hansom.busy-areas", defaultValue: false });
  const [shown, setShown] = useState<string | null>(null);
  const visible = offered && on;
  const query = useQuery({ ...heatMapQuery(), enabled: visible });
  const cells = visible ? (query.data?.cells ?? []) : [];
  const busiest = busiestOf(cells, here);
  const chosen = cells.find(({ id }) => id === shown);
  const shapes: AreaShape[] = cells.map((cell) => ({
    id: cell.id,
    rings: [
      [
        [cell.west, cell.south],
        [cell.east, cell.south],
        [cell.east, cell.north],
        [cell.west, cell.north],
      ],
    ],
    label: String(cell.level),
    tone: "busy",
    strength: strengthOf(cell.level),
  }));
  return {
    offered,
    on,
    toggle: (next: boolean) => {
      setShown(null);
      setOn(next);
    },
    query,
    busiest,
    shapes,
    /** The id of the cell that the map is centred on. */
    shown: chosen?.id ?? null,
    show: setShown,
    /** The places that the map shows beside the car. */
    fit: chosen ? cornersOf(chosen) : busiest.flatMap(({ cell }) => cornersOf(cell)),
  };
}

export type BusyAreas = ReturnType<typeof useBusyAreas>;
