import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { bookingTrackQuery } from "@/api/bookings";
import type { Booking } from "@/api/types";
import { BaseMap } from "@/map/base-map";
import { CarMarker } from "@/map/car-marker";
import { DropPin, PickupPin } from "@/map/pins";
import { decodePolyline } from "@/map/polyline";
import { RouteLine } from "@/map/route-line";
import { StopPins } from "@/map/stop-pins";
import { useDrivenRoute } from "@/ui/use-driven-route";

const MOVING = ["ACCEPTED", "ARRIVED", "STARTED"];

/** The map of a booking: the planned route and the car during the trip, the driven route afterwards. */
export function DetailMap({ booking }: { booking: Booking }) {
  const { data: track } = useQuery(bookingTrackQuery(booking.id));
  const driven = useDrivenRoute(booking);
  const sofar = track && track.points.length > 1 ? track.polyline_points : null;
  const line = driven?.polyline ?? booking.route_polyline;
  const way = useMemo(() => decodePolyline(line), [line]);
  const car = MOVING.includes(booking.status) ? booking.driver?.position : null;
  const from = driven?.from ?? booking.pickup;
  const to = driven?.to ?? booking.drop;
  return (
    <BaseMap fit={[from, to, ...way]}>
      {driven ? null : <RouteLine polyline={booking.route_polyline} muted={sofar !== null} />}
      {driven || sofar ? <RouteLine polyline={driven?.polyline ?? sofar ?? ""} /> : null}
      <PickupPin at={from} address={booking.pickup.add} />
      <StopPins stops={booking.stops} />
      {booking.has_drop ? <DropPin at={to} address={booking.drop.add} /> : null}
      {car && booking.driver ? <CarMarker position={car} name={booking.driver.name} /> : null}
    </BaseMap>
  );
}
