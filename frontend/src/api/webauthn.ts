import {
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from "@simplewebauthn/browser";
import { ApiError } from "./error";

/** The browser's side of passkeys, loaded with the first use, never with a page. */

type Json = Record<string, unknown>;

/** Creates a passkey on this device or on one that the user selects. */
export function createPasskey(options: Json): Promise<Json> {
  type Options = Parameters<typeof startRegistration>[0]["optionsJSON"];
  return translated(startRegistration({ optionsJSON: options as unknown as Options }));
}

/** Signs a challenge with a passkey; with `inSuggestions` it waits until the user selects one at an input. */
export function signWithPasskey(options: Json, inSuggestions: boolean): Promise<Json> {
  type Options = Parameters<typeof startAuthentication>[0]["optionsJSON"];
  return translated(
    startAuthentication({
      optionsJSON: options as unknown as Options,
      useBrowserAutofill: inSuggestions,
    }),
  );
}

export const abortPasskey = () => WebAuthnAbortService.cancelCeremony();

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
