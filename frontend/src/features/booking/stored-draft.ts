import { z } from "zod/mini";
import { type Draft, EMPTY_DRAFT } from "./draft";

/* A piece of its own: only those who come back to a draft load what checks its shape. */

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
  // A draft of an earlier release has none.
  stops: z._default(z.array(z.object({ id: z.number(), point })), []),
  returnWait: z._default(z.nullable(z.int().check(z.gte(0))), null),
  hireMinutes: z._default(z.nullable(z.int().check(z.gte(60))), null),
  passengers: z._default(z.int().check(z.gte(1)), 1),
  luggage: z._default(z.int().check(z.gte(0)), 0),
  children: z._default(z.int().check(z.gte(0)), 0),
  child_seats: z._default(z.int().check(z.gte(0)), 0),
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

/** Returns the stored draft, or an empty one if it is invalid. */
export function parseDraft(stored: string): Draft {
  try {
    const parsed = shape.safeParse(JSON.parse(stored));
    return parsed.success ? parsed.data : EMPTY_DRAFT;
  } catch {
    return EMPTY_DRAFT;
  }
}
