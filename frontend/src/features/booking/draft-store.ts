import { useSyncExternalStore } from "react";
import { z } from "zod/mini";
import { type Draft, EMPTY_DRAFT } from "./draft";

/** The draft outlives the page: signing in, a reload and the way back all find it as it was. */
const MEMORY = "hansom.booking-draft";

const point = z.nullable(
  z.object({
    lat: z.number().check(z.gte(-90), z.lte(90)),
    lng: z.number().check(z.gte(-180), z.lte(180)),
    add: z.string(),
  }),
);

const shape = z.object({
  pickup: point,
  drop: point,
  carTypeId: z.nullable(z.number()),
  parcel: z.object({ parcelTypeId: z.nullable(z.number()), optionId: z.nullable(z.number()) }),
  delivery: z.object({
    person: z.string(),
    phone: z.string(),
    pickupInstructions: z.string(),
    deliveryInstructions: z.string(),
  }),
  selected: z.enum(["pickup", "drop"]),
  paymentMode: z.nullable(z.enum(["cash", "wallet", "card"])),
  paymentProvider: z.nullable(z.string()),
  promo: z.nullable(z.string()),
  later: z.boolean(),
  tripDate: z.nullable(z.string()),
  confirmAfterSignIn: z.boolean(),
});

function remembered(): Draft {
  try {
    const parsed = shape.safeParse(JSON.parse(sessionStorage.getItem(MEMORY) ?? "null"));
    return parsed.success ? parsed.data : EMPTY_DRAFT;
  } catch {
    return EMPTY_DRAFT;
  }
}

let draft: Draft | null = null;
const listeners = new Set<() => void>();

export function currentDraft(): Draft {
  draft ??= remembered();
  return draft;
}

export function changeDraft(change: (before: Draft) => Draft): void {
  const before = currentDraft();
  draft = change(before);
  if (draft === before) return;
  try {
    sessionStorage.setItem(MEMORY, JSON.stringify(draft));
  } catch {
    // A browser that keeps nothing still books; it only forgets on reload.
  }
  for (const tell of listeners) tell();
}

/** Reads the kept draft anew: what a fresh page load does. */
export function reloadDraft(): void {
  draft = remembered();
  for (const tell of listeners) tell();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useDraft(): Draft {
  return useSyncExternalStore(subscribe, currentDraft);
}
