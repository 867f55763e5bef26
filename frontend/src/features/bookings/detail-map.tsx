import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { bookingTrackQuery } from "@/api/bookings";
import type { Booking } from "@/api/types";
import { BaseMap } from "@/map/base-map";
import { CarMarker } from "@/map/car-marker";
import { DropPin, PickupPin } from "@/map/pins";
import { decodePolyline } from "@/map/polyline";
import { RouteLine } from "@/map/route-line";

const MOVING = ["ACCEPTED", "ARRIVED", "STARTED"];

/** The way that was planned, the way that was driven, and the car while it moves. */
export function DetailMap({ booking }: { booking: Booking }) {
  const { data: track } = useQuery(bookingTrackQuery(booking.id));
  const driven = track && track.points.length > 1 ? track.polyline_points : null;
  const way = useMemo(() => decodePolyline(booking.route_polyline), [booking.route_polyline]);
  const car = MOVING.includes(booking.status) ? booking.driver?.position : null;
  return (
    <BaseMap fit={[booking.pickup, booking.drop, ...way]}>
      <RouteLine polyline={booking.route_polyline} muted={driven !== null} />
      {driven ? <RouteLine polyline={driven} /> : null}
      <PickupPin at={booking.pickup} address={booking.pickup.add} />
      <DropPin at={booking.drop} address={booking.drop.add} />
      {car && booking.driver ? <CarMarker position={car} name={booking.driver.name} /> : null}
    </BaseMap>
  );
}
