const KEY = "hansom.guest_payment";

interface Started {
  /** The payment's reference, which the gateway returns. */
  ref: string;
  token: string;
}

/** Stores which link a payment belongs to, because the gateway does not learn the link. */
export function rememberGuestPayment(started: Started): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(started));
  } catch {
    // Without storage, the guest opens the link in the text message again.
  }
}

/** Returns the token of the link that started the payment in this browser. */
export function linkOfPayment(ref: string): string | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? "null");
    const started = (stored ?? {}) as Partial<Record<keyof Started, unknown>>;
    return started.ref === ref && typeof started.token === "string" ? started.token : null;
  } catch {
    return null;
  }
}
