/** False in old browsers, and at addresses without HTTPS. */
export const supportsPasskeys = (): boolean =>
  typeof window !== "undefined" && typeof window.PublicKeyCredential === "function";

/** Returns whether the browser offers passkeys in the list of an input's suggestions. */
export async function offersPasskeys(): Promise<boolean> {
  if (!supportsPasskeys()) return false;
  return (await window.PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false;
}

/** Ends a request that waits for the user. */
export async function cancelPasskey(): Promise<void> {
  if (supportsPasskeys()) (await import("./webauthn")).abortPasskey();
}
