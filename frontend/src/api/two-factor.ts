import { queryOptions } from "@tanstack/react-query";
import { meKey } from "./me";
import { request } from "./request";
import type { TwoFactorSetup, TwoFactorState } from "./types";

/** The user's own two-factor login. */
export const twoFactorKey = [...meKey, "two-factor"] as const;

export const twoFactorQuery = () =>
  queryOptions({
    queryKey: twoFactorKey,
    queryFn: ({ signal }) => request<TwoFactorState>("me/two-factor/", { signal }),
  });

const post = <T>(path: string, body: unknown) =>
  request<T>(`me/two-factor/${path}/`, { method: "POST", body });

export const beginTwoFactor = () => post<TwoFactorSetup>("setup", {});

const codesOf = ({ recovery_codes }: { recovery_codes: string[] }) => recovery_codes;

/** Enables two-factor login; the recovery codes are shown only once. */
export const confirmTwoFactor = async (code: string): Promise<string[]> =>
  codesOf(await post("confirm", { code }));

export const renewRecoveryCodes = async (code: string): Promise<string[]> =>
  codesOf(await post("recovery-codes", { code }));

export const turnOffTwoFactor = (proof: { password?: string; code: string }) =>
  post<void>("turn-off", proof);
