import type { TripPoint } from "@/api/types";
import { chosen, type PointKind } from "@/ui/places/point";
import type { Stops } from "@/ui/places/stops";

export { chosen, type PointKind };
export type PaymentMode = "cash" | "wallet" | "card";

/** The parcel type and option of the chosen car type. */
export interface ParcelIds {
  parcelTypeId: number | null;
  optionId: number | null;
}

export interface DeliveryDetails {
  person: string;
  phone: string;
  pickupInstructions: string;
  deliveryInstructions: string;
}

/** The rider's input so far. A point with an empty address is only a place on the map. */
export interface Draft {
  pickup: TripPoint | null;
  drop: TripPoint | null;
  stops: Stops;
  /** A round trip: minutes that the driver waits at the drop-off before the drive back. */
  returnWait: number | null;
  /** A booking by the hour: its minutes; then it has no drop-off, stops and way back. */
  hireMinutes: number | null;
  passengers: number;
  /** Large pieces of luggage. */
  luggage: number;
  /** How many of the passengers are children, and how many of them need a child seat. */
  children: number;
  child_seats: number;
  carTypeId: number | null;
  parcel: ParcelIds;
  delivery: DeliveryDetails;
  /** The point that a click on the map sets. */
  selected: PointKind;
  /** Null until the rider or the last booking sets it. */
  paymentMode: PaymentMode | null;
  /** The gateway for card payments. */
  paymentProvider: string | null;
  /** The requested promo code, as typed. */
  promo: string | null;
  /** Whether Book later is chosen. The date is kept while Book now is chosen. */
  later: boolean;
  /** The time of the trip by the platform's clock, such as "2026-11-22T14:05". */
  tripDate: string | null;
  /** Whether the login was requested at the confirmation, which then reopens after it. */
  confirmAfterSignIn: boolean;
}

export const NO_PARCEL: ParcelIds = { parcelTypeId: null, optionId: null };

const NO_DETAILS: DeliveryDetails = {
  person: "",
  phone: "",
  pickupInstructions: "",
  deliveryInstructions: "",
};

export const EMPTY_DRAFT: Draft = {
  pickup: null,
  drop: null,
  stops: [],
  returnWait: null,
  hireMinutes: null,
  passengers: 1,
  luggage: 0,
  children: 0,
  child_seats: 0,
  carTypeId: null,
  parcel: NO_PARCEL,
  delivery: NO_DETAILS,
  selected: "pickup",
  paymentMode: null,
  paymentProvider: null,
  promo: null,
  later: false,
  tripDate: null,
  confirmAfterSignIn: false,
};

const otherThan = (kind: PointKind): PointKind => (kind === "pickup" ? "drop" : "pickup");

/** Sets one point. The map's next click sets the other point if it is missing. */
export function withPoint(draft: Draft, kind: PointKind, point: TripPoint): Draft {
  const other = otherThan(kind);
  const next = draft.hireMinutes === null && !chosen(draft[other]) ? other : kind;
  return { ...draft, [kind]: point, selected: next };
}

/** Sets the hours. The drop-off stays in the draft, for a rider who returns to a trip with a destination. */
export function withHire(draft: Draft, hireMinutes: number | null): Draft {
  if (hireMinutes === null) return { ...draft, hireMinutes };
  return { ...draft, hireMinutes, stops: [], returnWait: null, selected: "pickup" };
}

/** Whether the draft has the places that a price needs. */
export const hasPlaces = ({ pickup, drop, hireMinutes }: Draft): boolean =>
  chosen(pickup) !== null && (hireMinutes !== null || chosen(drop) !== null);

export function withoutPoint(draft: Draft, kind: PointKind): Draft {
  return { ...draft, [kind]: null, selected: kind };
}

export function swapped(draft: Draft): Draft {
  return {
    ...draft,
    pickup: chosen(draft.drop),
    drop: chosen(draft.pickup),
    stops: draft.stops.toReversed(),
  };
}

/** Clears the draft: the drop-off becomes the pickup without an address, and the car type is removed. */
export function cleared(draft: Draft): Draft {
  const pickup = chosen(draft.pickup);
  return {
    ...draft,
    drop: pickup ? { ...pickup, add: "" } : null,
    stops: [],
    returnWait: null,
    hireMinutes: null,
    passengers: 1,
    luggage: 0,
    children: 0,
    child_seats: 0,
    carTypeId: null,
    parcel: NO_PARCEL,
    delivery: NO_DETAILS,
    paymentMode: null,
    paymentProvider: null,
    promo: null,
    later: false,
    tripDate: null,
    selected: "pickup",
    confirmAfterSignIn: false,
  };
}
