import type { Viewer } from "@/api/session";
import { chosen, type DeliveryDetails, type Draft } from "./draft";

export type Missing = "rider" | "pickup" | "drop" | "car" | "date";

/** What `select_proper` is about, in the order of the form; null when the trip is complete. */
export function missingIn(draft: Draft): Missing | null {
  if (!chosen(draft.pickup)) return "pickup";
  if (!chosen(draft.drop)) return "drop";
  if (draft.carTypeId === null) return "car";
  if (draft.later && !draft.tripDate) return "date";
  return null;
}

/** A trip for later that is less than a quarter of an hour ahead; both times by the platform's clock. */
export function isTooSoon({ later, tripDate }: Draft, earliest: string): boolean {
  return later && tripDate !== null && tripDate < earliest;
}

/** Who may not book here, and why; null for a rider, and for an admin who books for one. */
export function refusalFor(
  viewer: Viewer,
  forSomebody = false,
): "must_login" | "user_issue_contact_admin" | null {
  if (viewer.state !== "signed-in") return "must_login";
  const may = forSomebody ? viewer.role === "admin" : viewer.role === "rider";
  return may ? null : "user_issue_contact_admin";
}

export type DetailField = keyof DeliveryDetails;

/** Seven digits, spaces or hyphens or more, perhaps an extension: document 1, section 5; a + may lead. */
const PHONE = /^\+?[\d\s-]{7,}(?:\s*(?:#|x\.?|ext\.?|extension)\s*\d+)?$/;

/** What `deliveryDetailMissing` is about, in the order of the form; an admin must name the receiver too. */
export function missingDetail(
  { person, phone }: DeliveryDetails,
  byAdmin: boolean,
): DetailField | null {
  if (byAdmin && person.trim() === "") return "person";
  const said = phone.trim();
  return PHONE.test(said) && /\d/.test(said) ? null : "phone";
}
