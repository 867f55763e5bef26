import { Suspense } from "react";
import type { Booking } from "@/api/types";
import { lazy } from "@/ui/lazy";

const RideSafety = lazy(async () => ({
  default: (await import("@/features/safety/ride-safety")).RideSafety,
}));

/** Sharing a ride and calling for help, on the rider's page of it. */
export const riderSafety = (booking: Booking) => (
  <Suspense fallback={null}>
    <RideSafety booking={booking} side="rider" />
  </Suspense>
);

/** Calling for help, on the driver's console. */
export const driverSafety = (booking: Booking) => (
  <Suspense fallback={null}>
    <RideSafety booking={booking} side="driver" />
  </Suspense>
);
