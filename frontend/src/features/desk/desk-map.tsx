import { useEffect, useMemo, useState } from "react";
import type { BoardJob, Booking, LatLng } from "@/api/types";
import { type AreaShape, AreaShapes } from "@/map/area-shapes";
import { BaseMap } from "@/map/base-map";
import { JobDots } from "@/map/job-dots";
import { LiveCars } from "@/map/live-cars";
import { DropPin, PickupPin } from "@/map/pins";
import { decodePolyline } from "@/map/polyline";
import { RouteLine } from "@/map/route-line";
import type { FleetCars } from "@/realtime/fleet";

interface DeskMapProps {
  jobs: readonly BoardJob[];
  fleet: FleetCars;
  /** The record of the selected job. */
  booking: Booking | undefined;
  driverId: number | null;
  /** The shaded areas of demand, and the places of the chosen one. */
  areas: readonly AreaShape[];
  areaFit: readonly LatLng[];
  onJob: (id: number) => void;
  onDriver: (id: number | null) => void;
}

/** The pickups of jobs without a driver and the cars; of the selected job the route and its car. */
export function DeskMap(props: DeskMapProps) {
  const { jobs, fleet, booking, driverId, areas, areaFit, onJob, onDriver } = props;
  const dots = useMemo(
    () =>
      jobs
        .filter(({ status, lane }) => status === "NEW" && lane !== "scheduled")
        .map(({ id, pickup: { lat, lng }, lane }) => ({
          id,
          at: { lat, lng },
          late: lane === "late",
        })),
    [jobs],
  );
  const fit = useFit(jobs, booking, driverId, fleet, areaFit);
  return (
    <BaseMap fit={fit} stage>
      <AreaShapes shapes={areas} />
      <JobDots dots={dots} onSelect={onJob} />
      <LiveCars fleet={fleet} selectedId={driverId} onSelect={onDriver} />
      {booking ? (
        <>
          <RouteLine polyline={booking.route_polyline} />
          <PickupPin at={booking.pickup} address={booking.pickup.add} />
          {booking.has_drop ? <DropPin at={booking.drop} address={booking.drop.add} /> : null}
        </>
      ) : null}
    </BaseMap>
  );
}

/**
 * The places to show: all pickups at first, then those of the selected job with its car. They stay until the
 * next job is known, because a map that is moving takes no other target.
 */
function useFit(
  jobs: readonly BoardJob[],
  booking: Booking | undefined,
  driverId: number | null,
  fleet: FleetCars,
  areaFit: readonly LatLng[],
): LatLng[] {
  const [fit, setFit] = useState<LatLng[]>([]);
  const all = fit.length === 0 && jobs.length > 0;
  const { id, pickup, drop, route_polyline: line } = booking ?? {};
  useEffect(() => {
    if (all) setFit(jobs.map((job) => job.pickup));
  }, [all, jobs]);
  // The car moves, and a refetched booking has the same places.
  // biome-ignore lint/correctness/useExhaustiveDependencies: fits once for each job and route.
  useEffect(() => {
    if (!pickup || !drop) return;
    const car = driverId === null ? undefined : fleet.cars.get(driverId);
    setFit([pickup, drop, ...decodePolyline(line ?? ""), ...(car ? [car] : [])]);
  }, [id, line, pickup?.add, drop?.add]);
  // The last choice counts, of a job or of an area.
  useEffect(() => {
    if (areaFit.length > 0) setFit([...areaFit]);
  }, [areaFit]);
  return fit;
}
