import { TripPage } from "@/features/trip/trip-page";
import { riderChat } from "./ride-chat";
import { riderSafety } from "./ride-safety";

/** A rider's ride, with what other features bring to it. */
export function RiderRide({ id }: { id: number }) {
  return <TripPage id={id} chat={riderChat} safety={riderSafety} />;
}
