import { z } from "zod/mini";

const shape = z.object({
  mode: z.enum(["cash", "wallet", "card"]),
  provider: z.nullable(z.string()),
});

/** How somebody pays; a provider goes with a card alone. */
export type PaymentMethod = z.infer<typeof shape>;

const keyOf = (userId: number) => `hansom.payment.${userId}`;

/** How this person chose to pay the last time on this device: where the next choice starts from. */
export function rememberedPayment(userId: number | undefined): PaymentMethod | null {
  if (userId === undefined) return null;
  try {
    const parsed = shape.safeParse(JSON.parse(localStorage.getItem(keyOf(userId)) ?? "null"));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

export function rememberPayment(userId: number | undefined, method: PaymentMethod): void {
  if (userId === undefined) return;
  try {
    localStorage.setItem(keyOf(userId), JSON.stringify(method));
  } catch {
    // A browser that stores nothing asks again the next time.
  }
}
