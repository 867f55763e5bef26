import { useParams } from "react-router";
import { SharedTripPage } from "@/features/shared-trip/shared-trip-page";

/** /trip/:token: a ride that its rider shares, for whoever has the link. */
export function SharedTripRoute() {
  return <SharedTripPage token={useParams().token ?? ""} />;
}
