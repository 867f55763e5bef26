import { useMediaQuery } from "@mantine/hooks";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { Booking, LatLng } from "@/api/types";
import { BaseMap } from "@/map/base-map";
import { CarMarker } from "@/map/car-marker";
import { DropPin, PickupPin } from "@/map/pins";
import { decodePolyline } from "@/map/polyline";
import { RouteLine } from "@/map/route-line";
import { StopPins } from "@/map/stop-pins";
import { type DrivenRoute, useDrivenRoute } from "@/ui/use-driven-route";

export interface TripMapProps {
  booking: Booking;
}

const PANEL_WIDTH = 460;
const CAR_SHOWN = new Set(["ACCEPTED", "ARRIVED", "STARTED", "REACHED"]);

/** Returns the points to fit at this stage: the whole route, or the car and its next stop. */
function inView(booking: Booking, driven: DrivenRoute | null): LatLng[] {
  const { status, pickup, drop, driver, route_polyline } = booking;
  const car = driver?.position ? [driver.position] : [];
  if (status === "ACCEPTED" || status === "ARRIVED") return [...car, pickup];
  if (status === "STARTED") return [...car, drop];
  const way = decodePolyline(driven?.polyline ?? route_polyline);
  return way.length > 1 ? way : [pickup, drop];
}

export function TripMap({ booking }: TripMapProps) {
  const { t } = useTranslation();
  const wide = useMediaQuery("(width >= 48em)", undefined, { getInitialValueInEffect: false });
  const { status, pickup, drop, driver, route_polyline } = booking;
  const position = CAR_SHOWN.has(status) ? (driver?.position ?? null) : null;
  const seen = position !== null;
  const driven = useDrivenRoute(booking);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the view moves with the stage, not with every metre.
  const fit = useMemo(() => inView(booking, driven), [booking.id, status, seen, driven?.polyline]);

  return (
    <BaseMap
      stage
      label={t("trip.map_label", { context: booking.app_category })}
      fit={fit}
      fitPadding={wide ? { start: PANEL_WIDTH } : { bottom: window.innerHeight * 0.5 }}
    >
      <RouteLine
        polyline={driven?.polyline ?? route_polyline}
        muted={!driven && (status === "COMPLETE" || status === "CANCELLED")}
      />
      <PickupPin at={driven?.from ?? pickup} address={pickup.add} />
      <StopPins stops={booking.stops} />
      {booking.has_drop ? <DropPin at={driven?.to ?? drop} address={drop.add} /> : null}
      {position ? <CarMarker position={position} name={driver?.name ?? ""} /> : null}
    </BaseMap>
  );
}
