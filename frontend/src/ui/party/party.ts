import type { TFunction } from "i18next";

export interface Party {
  /** Children included. */
  passengers: number;
  /** Large pieces of luggage. */
  luggage: number;
  children: number;
  child_seats: number;
}

/** Whether this is worth showing: one adult without luggage is what everyone expects. */
export const isUsual = ({ passengers, luggage, children }: Party) =>
  passengers === 1 && luggage === 0 && children === 0;

/** Changes a part of the party; children are passengers, and child seats are for children. */
export function withParty(before: Party, change: Partial<Party>): Party {
  const party = { ...before, ...change };
  const children = Math.min(party.children, party.passengers);
  return { ...party, children, child_seats: Math.min(party.child_seats, children) };
}

/** Returns the party in words, such as "6 passengers (2 children) · 1 child seat · 5 pieces of luggage". */
export function partyText({ passengers, luggage, children, child_seats }: Party, t: TFunction) {
  const people = t("trip.passengers", { count: passengers });
  const young = t("trip.children", { count: children });
  return [
    children > 0 ? t("trip.with_children", { people, children: young }) : people,
    child_seats > 0 ? t("trip.child_seats", { count: child_seats }) : "",
    luggage === 0 ? t("trip.no_luggage") : t("trip.luggage", { count: luggage }),
  ]
    .filter(Boolean)
    .join(" · ");
}
