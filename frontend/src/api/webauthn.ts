import { ApiError } from "./error";

/** The browser's side of passkeys. The library is loaded with the first use, never with a page. */

/** False in old browsers, and at addresses without HTTPS. */
export const supportsPasskeys = (): boolean =>
  typeof window !== "undefined" && typeof window.PublicKeyCredential === "function";

/** Returns whether the browser offers passkeys in the list of an input's suggestions. */
export async function offersPasskeys(): Promise<boolean> {
  if (!supportsPasskeys()) return false;
  return (await window.PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false;
}

type Json = Record<string, unknown>;
type Library = typeof import("@simplewebauthn/browser");

const library = (): Promise<Library> => import("@simplewebauthn/browser");

/** Creates a passkey on this device or on one that the user selects. */
export async function createPasskey(options: Json): Promise<Json> {
  const { startRegistration } = await library();
  type Options = Parameters<typeof startRegistration>[0]["optionsJSON"];
  return translated(startRegistration({ optionsJSON: options as unknown as Options }));
}

/** Signs a challenge with a passkey; with `inSuggestions` it waits until the user selects one at an input. */
export async function signWithPasskey(options: Json, inSuggestions: boolean): Promise<Json> {
  const { startAuthentication } = await library();
  type Options = Parameters<typeof startAuthentication>[0]["optionsJSON"];
  return translated(
    startAuthentication({
      optionsJSON: options as unknown as Options,
      useBrowserAutofill: inSuggestions,
    }),
  );
}

/** Ends a request that waits for the user. */
export async function cancelPasskey(): Promise<void> {
  if (supportsPasskeys()) (await library()).WebAuthnAbortService.cancelCeremony();
}

/** Errors of the browser by their names; NotAllowedError is a cancellation or a timeout. */
const CODES: Record<string, string> = {
  NotAllowedError: "passkey_cancelled",
  InvalidStateError: "passkey_exists",
};

async function translated(work: Promise<object>): Promise<Json> {
  try {
    return { ...(await work) };
  } catch (error) {
    const name = error instanceof Error ? error.name : "";
    if (name === "AbortError") throw error;
    throw new ApiError(400, CODES[name] ?? "passkey_unavailable", String(error));
  }
}
