import { useMediaQuery } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { freeCarsQuery } from "@/api/free-cars";
import { rounded } from "@/api/places";
import type { FreeCar, LatLng } from "@/api/types";
import { BaseMap } from "@/map/base-map";
import { FreeCars } from "@/map/free-cars";
import { DropPin, PickupPin } from "@/map/pins";
import { decodePolyline } from "@/map/polyline";
import { RouteLine } from "@/map/route-line";
import { StopPins } from "@/map/stop-pins";
import type { Points } from "@/ui/places/use-points";
import classes from "./booking-map.module.css";
import { chosen, type Draft, type PointKind } from "./draft";

export interface BookingMapProps {
  draft: Draft;
  points: Points;
  /** The estimated route. */
  polyline: string | null;
  /** The panel over the map. On a wide window the map is padded by its width. */
  panel: HTMLElement | null;
}

const PINS = { pickup: PickupPin, drop: DropPin } as const;
const KINDS: readonly PointKind[] = ["pickup", "drop"];
const HEADER = 72;
const NONE: readonly FreeCar[] = [];
const NO_POINT: LatLng = { lat: 0, lng: 0 };
/** Rounds to about a hundred metres, so that small moves do not refetch the cars. */
const coarse = (degrees: number) => Math.round(degrees * 1000) / 1000;
/** On a phone the panel covers the lower edge of the map. */
const SHEET_OVERLAP = 64;

/** Returns the width that the panel covers at the end of the window. */
function heightOf(panel: HTMLElement | null): number {
  if (!panel) return 0;
  const { left, right } = panel.getBoundingClientRect();
  return document.documentElement.dir === "rtl" ? right : window.innerWidth - left;
}

/** The trip on the map. A click sets the selected point, and a pin can be dragged. */
export function BookingMap({ draft, points, polyline, panel }: BookingMapProps) {
  const { t } = useTranslation();
  const wide = useMediaQuery("(min-width: 60em)", undefined, { getInitialValueInEffect: false });
  const { pickup, drop, selected } = draft;

  const pins = KINDS.flatMap((kind) => {
    if (kind === "drop" && draft.hireMinutes !== null) return [];
    const point = chosen(kind === "pickup" ? pickup : drop);
    const at: LatLng | null = points.states[kind].busy?.at ?? point;
    return at ? [{ kind, at, address: point?.add ?? t("booking.looking_up") }] : [];
  });
  const from = chosen(pickup);
  const near = from && { lat: coarse(from.lat), lng: coarse(from.lng) };
  const { data: cars = NONE } = useQuery({
    ...freeCarsQuery(near ?? NO_POINT),
    enabled: near !== null && !draft.later,
  });
  const way = useMemo(() => (polyline ? decodePolyline(polyline) : []), [polyline]);
  const fit = way.length > 1 ? way : pins.map((pin) => pin.at);

  return (
    <BaseMap
      label={t("booking.map_label")}
      fit={fit}
      fitPadding={
        wide ? { end: heightOf(panel), top: HEADER } : { top: HEADER, bottom: SHEET_OVERLAP }
      }
      onPick={(at) => void points.chooseAt(selected, rounded(at))}
    >
      {polyline ? <RouteLine polyline={polyline} /> : null}
      {near && !draft.later ? <FreeCars cars={cars} /> : null}
      <StopPins stops={draft.stops.flatMap((stop) => chosen(stop.point) ?? [])} />
      {pins.map(({ kind, at, address }) => {
        const Pin = PINS[kind];
        return (
          <Pin
            key={kind}
            at={at}
            address={address}
            onMove={(to) => void points.chooseAt(kind, rounded(to))}
          />
        );
      })}
      {chosen(pickup) && chosen(drop) ? null : (
        <p className={classes.hint} style={wide ? { marginInlineEnd: heightOf(panel) } : undefined}>
          {t(selected === "pickup" ? "booking.map_pick_pickup" : "booking.map_pick_drop")}
        </p>
      )}
    </BaseMap>
  );
}
