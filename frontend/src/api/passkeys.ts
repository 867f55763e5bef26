import { queryOptions } from "@tanstack/react-query";
import { get, patch, post } from "./client";
import { meKey } from "./me";

/** The user's own passkeys. */
export const passkeysKey = [...meKey, "passkeys"] as const;

export const passkeysQuery = () =>
  queryOptions({
    queryKey: passkeysKey,
    queryFn: ({ signal }) => get("me/passkeys/", { signal }),
    select: (page) => page.results,
  });

/** Adds a passkey: the server's challenge, the browser's dialog, then the new credential. */
export async function addPasskey({ password, name }: { password: string; name: string }) {
  const { challenge, options } = await post("me/passkeys/options/", { body: { password } });
  const credential = await (await import("./webauthn")).createPasskey(options);
  return post("me/passkeys/", { body: { challenge, credential, name } });
}

export const renamePasskey = (id: number, name: string) =>
  patch("me/passkeys/{id}/", { path: { id }, body: { name } });

export const removePasskey = (id: number, password: string) =>
  post("me/passkeys/{id}/remove/", { path: { id }, body: { password } });
