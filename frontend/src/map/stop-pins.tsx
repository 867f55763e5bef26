import type { LatLng } from "@/api/types";
import { StopPin } from "./pins";

interface StopPinsProps {
  stops: readonly (LatLng & { add?: string })[];
}

/** The stops of a trip, numbered in order. */
export function StopPins({ stops }: StopPinsProps) {
  return stops.map((stop, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the number is the stop's identity.
    <StopPin key={index} at={stop} address={stop.add ?? ""} number={index + 1} />
  ));
}
