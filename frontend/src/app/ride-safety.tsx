import { lazy, Suspense } from "react";
import type { Booking } from "@/api/types";

const RideSafety = lazy(async () => ({
  default: (await import("@/features/safety/ride-safety")).RideSafety,
}));

/** Sharing a ride, on the rider's page of it. */
export const riderSafety = (booking: Booking) => (
  <Suspense fallback={null}>
    <RideSafety booking={booking} />
  </Suspense>
);
