import { Suspense } from "react";
import { lazy } from "@/ui/lazy";
import { ConfirmRide } from "./confirm-ride";
import type { BookingFlow } from "./use-booking-flow";

const ParcelDialog = lazy(async () => ({
  default: (await import("./parcel-dialog")).ParcelDialog,
}));

/** What comes between the form and the booking: what is sent, where the category asks it, and the price. */
export function BookingSteps({ flow }: { flow: BookingFlow }) {
  const { estimate, option, parcel } = flow;
  return (
    <>
      {parcel.asks ? (
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
