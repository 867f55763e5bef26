import type { TFunction } from "i18next";

export interface Party {
  passengers: number;
  /** Large pieces of luggage. */
  luggage: number;
}

/** Whether this is worth showing: one passenger without luggage is what everyone expects. */
export const isUsual = ({ passengers, luggage }: Party) => passengers === 1 && luggage === 0;

/** Returns the party in words, such as "6 passengers · 5 pieces of luggage". */
export function partyText({ passengers, luggage }: Party, t: TFunction): string {
  const bags = luggage === 0 ? t("trip.no_luggage") : t("trip.luggage", { count: luggage });
  return `${t("trip.passengers", { count: passengers })} · ${bags}`;
}
