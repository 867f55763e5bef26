import { TripPage } from "@/features/trip/trip-page";
import { riderChat } from "./ride-chat";
import { riderSafety } from "./ride-safety";

/** A rider's trip page with the parts from other features. */
export function RiderRide({ id }: { id: number }) {
  return <TripPage id={id} chat={riderChat} safety={riderSafety} />;
}
