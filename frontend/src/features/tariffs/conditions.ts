import type { RulePart } from "@/api/tariffs";

/** The conditions of a rule in the form, in which every condition has a value. */
export interface Conditions {
  car_types: string[];
  pickup_zones: string[];
  drop_zones: string[];
  zone_pairs: { pickup: string; drop: string; both_ways: boolean }[];
  zones: string[];
  hours: string;
  sources: string[];
  /** "" for both, "true" or "false". */
  booked_for_later: string;
  passengers_from: string;
  passengers_to: string;
  needs: string[];
  without_needs: string[];
  fare: string;
  driver: string;
}

export const SOURCES = ["app", "phone", "street", "account"] as const;
export const FARES = ["metered", "fixed", "hire"] as const;
export const DRIVER_PLACES = ["on_the_way", "arrived"] as const;

const EMPTY: Conditions = {
  car_types: [],
  pickup_zones: [],
  drop_zones: [],
  zone_pairs: [],
  zones: [],
  hours: "",
  sources: [],
  booked_for_later: "",
  passengers_from: "",
  passengers_to: "",
  needs: [],
  without_needs: [],
  fare: "",
  driver: "",
};

export function conditionsOf(when: RulePart = {}): Conditions {
  const text = (name: keyof Conditions) => {
    const value = when[name];
    return value === undefined || value === null ? "" : String(value);
  };
  return {
    ...EMPTY,
    ...(when as Partial<Conditions>),
    zone_pairs: ((when.zone_pairs ?? []) as Partial<Conditions["zone_pairs"][number]>[]).map(
      ({ pickup = "", drop = "", both_ways = false }) => ({ pickup, drop, both_ways }),
    ),
    booked_for_later: text("booked_for_later"),
    passengers_from: text("passengers_from"),
    passengers_to: text("passengers_to"),
    fare: text("fare"),
    driver: text("driver"),
  };
}

const countOf = (text: string): number | string =>
  Number.isInteger(Number(text)) ? Number(text) : text;

/** Returns what the file contains: only conditions that are set. */
export function whenOf(conditions: Conditions): RulePart {
  const { booked_for_later, passengers_from, passengers_to, hours, fare, driver, ...lists } =
    conditions;
  const when: RulePart = {};
  for (const [name, list] of Object.entries(lists)) if (list.length > 0) when[name] = list;
  if (hours.trim()) when.hours = hours.trim();
  if (fare) when.fare = fare;
  if (driver) when.driver = driver;
  if (booked_for_later) when.booked_for_later = booked_for_later === "true";
  if (passengers_from.trim()) when.passengers_from = countOf(passengers_from.trim());
  if (passengers_to.trim()) when.passengers_to = countOf(passengers_to.trim());
  return when;
}
