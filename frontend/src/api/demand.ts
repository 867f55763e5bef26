import { queryOptions } from "@tanstack/react-query";
import { get } from "./client";
import type { components } from "./schema";

type Schemas = components["schemas"];

export type DeskDemand = Schemas["DeskDemand"];
export type DemandArea = Schemas["DemandArea"];
export type HeatMapCell = Schemas["HeatMapCell"];

/** The numbers now change with every booking, the server's heat map once a minute. */
const DESK_MS = 30_000;
const HEAT_MAP_MS = 60_000;

/** Waiting, free and expected by area; a hidden page does not refresh. */
export const deskDemandQuery = () =>
  queryOptions({
    queryKey: ["desk", "demand"] as const,
    queryFn: ({ signal }) => get("desk/demand/", { signal }),
    refetchInterval: DESK_MS,
  });

/** The busy cells for drivers, the busiest first. */
export const heatMapQuery = () =>
  queryOptions({
    queryKey: ["driver", "heat-map"] as const,
    queryFn: ({ signal }) => get("driver/heat-map/", { signal }),
    refetchInterval: HEAT_MAP_MS,
  });
