import { Suspense } from "react";
import type { Booking } from "@/api/types";
import { lazy } from "@/ui/lazy";

const RideSafety = lazy(async () => ({
  default: (await import("@/features/safety/ride-safety")).RideSafety,
}));

/** Trip sharing and emergency calls on the rider's trip page. */
export const riderSafety = (booking: Booking) => (
  <Suspense fallback={null}>
    <RideSafety booking={booking} side="rider" />
  </Suspense>
);

/** Emergency calls on the driver's console. */
export const driverSafety = (booking: Booking) => (
  <Suspense fallback={null}>
    <RideSafety booking={booking} side="driver" />
  </Suspense>
);
