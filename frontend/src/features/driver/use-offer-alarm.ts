import { useEffect, useRef } from "react";
import type { Offer } from "@/api/types";
import { soundHorn } from "./horn";

const REPEAT_MS = 4_000;

/** Sounds once for each new offer; with `repeat` (CarHornRepeat) until it is answered. */
export function useOfferAlarm(offers: Offer[], repeat: boolean): void {
  const known = useRef(new Set<number>());
  const ringing = offers.length > 0;

  useEffect(() => {
    const fresh = offers.some((offer) => !known.current.has(offer.id));
    known.current = new Set(offers.map((offer) => offer.id));
    if (fresh) soundHorn();
  }, [offers]);

  useEffect(() => {
    if (!ringing || !repeat) return;
    const again = setInterval(soundHorn, REPEAT_MS);
    return () => clearInterval(again);
  }, [ringing, repeat]);
}
