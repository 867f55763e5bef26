import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { Booking } from "@/api/types";
import { toast } from "@/ui/toast";
import { soundHorn } from "./horn";

/** Announces other stops of the current trip by a sound and a message with the next place. */
export function useStopChanges(booking: Booking): void {
  const { t } = useTranslation();
  const stops = booking.stops.map(({ id }) => id).join();
  const known = useRef({ trip: booking.id, stops });
  const next = booking.stops.find((stop) => stop.left_at === null) ?? booking.drop;
  const message = t("driver.stops_changed", { place: next.add });

  useEffect(() => {
    const { trip, stops: before } = known.current;
    known.current = { trip: booking.id, stops };
    if (trip !== booking.id || before === stops) return;
    soundHorn();
    toast.info(message);
  }, [booking.id, stops, message]);
}
