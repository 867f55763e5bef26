import { useRef } from "react";
import { useTranslation } from "react-i18next";
import type { Booking, LatLng, Offer, PositionPoint } from "@/api/types";
import { type AreaShape, AreaShapes } from "@/map/area-shapes";
import { BaseMap } from "@/map/base-map";
import { CarMarker } from "@/map/car-marker";
import { FollowCar } from "@/map/follow-car";
import { DropPin, PickupPin } from "@/map/pins";
import { RouteLine } from "@/map/route-line";
import { StopPins } from "@/map/stop-pins";
import { useWayToPickup } from "./use-way-to-pickup";

interface DriverMapProps {
  here: PositionPoint | null;
  booking: Booking | null;
  offer: Offer | null;
  /** The busy areas, and the places of them to show beside the car. */
  areas?: readonly AreaShape[];
  areasFit?: readonly LatLng[];
}

const NO_AREAS: readonly AreaShape[] = [];

const BEFORE_START = ["ACCEPTED", "ARRIVED"];
const DRIVING = ["ACCEPTED", "STARTED"];

/** Returns the points to fit: the pickup on the way there, the whole route once the trip has started. */
function pointsAhead({ here, booking, offer, areasFit = [] }: DriverMapProps): LatLng[] {
  const start: LatLng[] = here ? [here] : [];
  if (offer) return [...start, offer.pickup, ...offer.stops, offer.drop];
  if (!booking) return [...start, ...areasFit];
  if (BEFORE_START.includes(booking.status)) return [...start, booking.pickup];
  const ahead = booking.stops.filter((stop) => stop.reached_at === null);
  return [...start, ...ahead, booking.drop];
}

function keyOf({ here, booking, offer }: DriverMapProps): string {
  const place = booking ? `${booking.id}${booking.status}` : offer ? `offer${offer.id}` : "idle";
  return `${place}${here ? "" : "-unplaced"}`;
}

export function DriverMap(props: DriverMapProps) {
  const { here, booking, offer, areas = NO_AREAS } = props;
  const trip = booking ?? offer;
  const { t } = useTranslation();
  const toPickup = useWayToPickup(booking, here);
  const follows = here !== null && booking !== null && DRIVING.includes(booking.status);
  const key = keyOf(props);
  const fitted = useRef<{ key: string; points: LatLng[] }>({ key: "", points: [] });
  // A map that follows the car is fitted once; fitting again would fight the following.
  if (!follows || fitted.current.key !== key) fitted.current = { key, points: pointsAhead(props) };
  return (
    <BaseMap key={key} stage fit={fitted.current.points} fitPadding={{ top: 130, bottom: 300 }}>
      <AreaShapes shapes={areas} />
      {toPickup ? <RouteLine polyline={toPickup} /> : null}
      {booking ? (
        <RouteLine polyline={booking.route_polyline} muted={booking.status !== "STARTED"} />
      ) : null}
      {trip ? <PickupPin at={trip.pickup} address={trip.pickup.add} /> : null}
      {trip ? <StopPins stops={trip.stops} /> : null}
      {trip?.drop.add ? <DropPin at={trip.drop} address={trip.drop.add} /> : null}
      {here && follows ? (
        <FollowCar at={here} coveredBelow={170} label={t("driver.follow")} />
      ) : null}
      {here ? (
        <CarMarker
          position={{ lat: here.lat, lng: here.lng, at: here.at, heading: here.heading ?? null }}
        />
      ) : null}
    </BaseMap>
  );
}
