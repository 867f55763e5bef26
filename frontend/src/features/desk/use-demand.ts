import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { type DemandArea, deskDemandQuery } from "@/api/demand";
import type { LatLng } from "@/api/types";
import type { AreaShape } from "@/map/area-shapes";

const NONE: readonly DemandArea[] = [];
/** The opacity of an area in which cars are missing, and of others. */
const SHORT = 0.3;
const ENOUGH = 0.12;

/** The number that the map shows: the missing cars, for a fleet the requests, and whether cars are missing. */
function shownOf({ difference, waiting, expected }: DemandArea) {
  const requests = waiting + (expected ?? 0);
  return {
    shown: difference ?? requests,
    short: difference === null ? requests > 0 : difference < 0,
  };
}

/** The demand by area while its layer is on, and the area that the map shows. */
export function useDemand(on: boolean, format: (value: number) => string) {
  const query = useQuery({ ...deskDemandQuery(), enabled: on });
  const [shown, setShown] = useState<string | null>(null);
  const areas = on ? (query.data?.areas ?? NONE) : NONE;
  const shapes = useMemo(
    () =>
      areas
        .filter(({ rings }) => rings.length > 0)
        .map((area) => ({ ...area, ...shownOf(area) }))
        .sort((a, b) => (a.difference ?? -a.shown) - (b.difference ?? -b.shown))
        .map(
          ({ id, name, rings, shown, short }): AreaShape => ({
            id,
            rings,
            label: name ? `${name}: ${format(shown)}` : format(shown),
            tone: short ? "short" : "enough",
            strength: short ? SHORT : ENOUGH,
          }),
        ),
    [areas, format],
  );
  const rings = areas.find(({ id }) => id === shown)?.rings;
  const fit = useMemo<LatLng[]>(
    () => (rings?.[0] ?? []).map(([lng = 0, lat = 0]) => ({ lat, lng })),
    [rings],
  );
  return { query, shapes, shown, show: setShown, fit };
}
