import { useMediaQuery } from "@mantine/hooks";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { LatLng, SharedTrip } from "@/api/types";
import { BaseMap } from "@/map/base-map";
import { CarMarker } from "@/map/car-marker";
import { DropPin, PickupPin } from "@/map/pins";
import { RouteLine } from "@/map/route-line";
import { StopPins } from "@/map/stop-pins";

export interface SharedTripMapProps {
  trip: SharedTrip;
  pickup: LatLng;
  drop: LatLng;
}

const PANEL_WIDTH = 460;

export function SharedTripMap({ trip, pickup, drop }: SharedTripMapProps) {
  const { t } = useTranslation();
  const wide = useMediaQuery("(width >= 48em)", undefined, { getInitialValueInEffect: false });
  const { status, position, route_polyline } = trip;
  const seen = position !== null;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the view moves with the stage, not with every metre.
  const fit = useMemo(() => {
    if (!position) return [pickup, drop];
    return [position, status === "STARTED" ? drop : pickup];
  }, [status, seen]);

  return (
    <BaseMap
      stage
      label={t("shared.label")}
      fit={fit}
      fitPadding={wide ? { start: PANEL_WIDTH } : { bottom: window.innerHeight * 0.5 }}
    >
      <RouteLine polyline={route_polyline} muted={false} />
      <PickupPin at={pickup} address={t("shared.pickup")} />
      <StopPins stops={trip.stops} />
      <DropPin at={drop} address={t("shared.drop")} />
      {position ? <CarMarker position={position} name={trip.driver_first_name} /> : null}
    </BaseMap>
  );
}
