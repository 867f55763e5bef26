import type { Viewer } from "@/api/session";
import { chosen, type DeliveryDetails, type Draft } from "./draft";

export type Missing = "rider" | "pickup" | "stop" | "drop" | "car" | "date";

/** Returns the first missing field (error `select_proper`), in the order of the form, or null if the trip is complete. */
export function missingIn(draft: Draft): Missing | null {
  if (!chosen(draft.pickup)) return "pickup";
  if (draft.stops.some((stop) => !chosen(stop.point))) return "stop";
  if (draft.hireMinutes === null && !chosen(draft.drop)) return "drop";
  if (draft.carTypeId === null) return "car";
  if (draft.later && !draft.tripDate) return "date";
  return null;
}

/** Whether a later trip starts in less than a quarter of an hour. Both times use the platform's clock. */
export function isTooSoon({ later, tripDate }: Draft, earliest: string): boolean {
  return later && tripDate !== null && tripDate < earliest;
}

/** Returns why the viewer cannot book, or null. Riders book for themselves, admins for a rider. */
export function refusalFor(
  viewer: Viewer,
  forRider = false,
): "must_login" | "user_issue_contact_admin" | null {
  if (viewer.state !== "signed-in") return "must_login";
  const may = forRider ? viewer.role === "admin" : viewer.role === "rider";
  return may ? null : "user_issue_contact_admin";
}

export type DetailField = keyof DeliveryDetails;

/** At least seven digits, spaces or hyphens, with an optional leading + and extension (document 1, section 5). */
const PHONE = /^\+?[\d\s-]{7,}(?:\s*(?:#|x\.?|ext\.?|extension)\s*\d+)?$/;

/** Returns the missing field (error `deliveryDetailMissing`), or null. An admin must also name the recipient. */
export function missingDetail(
  { person, phone }: DeliveryDetails,
  byAdmin: boolean,
): DetailField | null {
  if (byAdmin && person.trim() === "") return "person";
  const trimmed = phone.trim();
  return PHONE.test(trimmed) && /\d/.test(trimmed) ? null : "phone";
}
