import { queryOptions } from "@tanstack/react-query";
import { get, post } from "./client";
import { meKey } from "./me";

/** The user's own two-factor login. */
export const twoFactorKey = [...meKey, "two-factor"] as const;

export const twoFactorQuery = () =>
  queryOptions({
    queryKey: twoFactorKey,
    queryFn: ({ signal }) => get("me/two-factor/", { signal }),
  });

export const beginTwoFactor = () => post("me/two-factor/setup/", { body: {} });

const codesOf = ({ recovery_codes }: { recovery_codes: string[] }) => recovery_codes;

/** Enables two-factor login; the recovery codes are shown only once. */
export const confirmTwoFactor = async (code: string): Promise<string[]> =>
  codesOf(await post("me/two-factor/confirm/", { body: { code } }));

export const renewRecoveryCodes = async (code: string): Promise<string[]> =>
  codesOf(await post("me/two-factor/recovery-codes/", { body: { code } }));

export const turnOffTwoFactor = (proof: { password?: string; code: string }) =>
  post("me/two-factor/turn-off/", {
    body: proof,
  });
