const MODES = ["cash", "wallet", "card"] as const;

/** A user's payment method; only cards have a provider. */
export interface PaymentMethod {
  mode: (typeof MODES)[number];
  provider: string | null;
}

/* Parsed without a library, because the home page's form loads this module. */
function isMethod(stored: unknown): stored is PaymentMethod {
  const { mode, provider } = (stored ?? {}) as Record<string, unknown>;
  return (
    MODES.some((known) => known === mode) && (provider === null || typeof provider === "string")
  );
}

const keyOf = (userId: number) => `hansom.payment.${userId}`;

/** Returns the user's last payment method on this device, which is the next default. */
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
    // Without storage, the default is used the next time.
  }
}
