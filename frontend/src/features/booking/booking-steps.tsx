import { Suspense } from "react";
import { lazy } from "@/ui/lazy";
import { ConfirmRide } from "./confirm-ride";
import type { BookingFlow } from "./use-booking-flow";

const ParcelDialog = lazy(async () => ({
  default: (await import("./parcel-dialog")).ParcelDialog,
}));

/** The steps between the form and the booking: the parcel for deliveries, then the price. */
export function BookingSteps({ flow }: { flow: BookingFlow }) {
  const { estimate, option, parcel } = flow;
  return (
    <>
      {parcel.needsChoice ? (
        <Suspense fallback={null}>
          <ParcelDialog key={flow.draft.carTypeId} flow={flow} />
        </Suspense>
      ) : null}
      {estimate.data && option ? (
        <ConfirmRide flow={flow} estimate={estimate.data} option={option} />
      ) : null}
    </>
  );
}
