const MODES = ["cash", "wallet", "card"] as const;

/** How a user pays; a provider goes with a card alone. */
export interface PaymentMethod {
  mode: (typeof MODES)[number];
  provider: string | null;
}

/* Checked by hand: the home page's form reads it, and two fields are worth no library on its way. */
function isMethod(stored: unknown): stored is PaymentMethod {
  const { mode, provider } = (stored ?? {}) as Record<string, unknown>;
  return (
    MODES.some((known) => known === mode) && (provider === null || typeof provider === "string")
  );
}

const keyOf = (userId: number) => `hansom.payment.${userId}`;

/** How this person chose to pay the last time on this device: where the next choice starts from. */
export function rememberedPayment(userId: number | undefined): PaymentMethod | null {
  if (userId === undefined) return null;
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(userId)) ?? "null");
    return isMethod(stored) ? { mode: stored.mode, provider: stored.provider } : null;
  } catch {
    return null;
  }
}

export function rememberPayment(userId: number | undefined, method: PaymentMethod): void {
  if (userId === undefined) return;
  try {
    localStorage.setItem(keyOf(userId), JSON.stringify(method));
  } catch {
    // A browser without storage shows the question again next time.
  }
}
