import { proveWork } from "./captcha";
import { ApiError } from "./error";
import { request } from "./request";
import type { components } from "./schema";
import type { Session } from "./types";
import { upload } from "./upload";

/** The API of the login and sign-up pages; sessions are in `session.ts`. */

type Schemas = components["schemas"];

const post = <T>(path: string, body: unknown, idempotencyKey?: string) =>
  request<T>(path, {
    method: "POST",
    body,
    anonymous: true,
    ...(idempotencyKey ? { idempotencyKey } : {}),
  });

export type SocialProvider = Exclude<keyof Schemas["SignInMethods"], "mobile">;
export type PasswordPolicy = Schemas["PasswordPolicyEnum"];
/** What the register page offers. */
export type RegisterRules = Schemas["Register"];
export type SentCode = Schemas["PhoneCodeSent"];
export type Registration = Partial<Schemas["SignUpRequest"]>;
export type Registered = Omit<Schemas["SignedUp"], "session"> & { session: Session | null };

/** Sends a six-digit code to a mobile number that has an account. */
export async function sendPhoneCode(mobile: string): Promise<SentCode> {
  return post("auth/phone/", { mobile, captcha: await proveWork() });
}

/** From here on that code is dead. */
export const cancelPhoneCode = (verification_id: string) =>
  post<void>("auth/phone/cancel/", { verification_id });

/** Where to go to sign in with that provider. */
export const startSocial = (provider: SocialProvider) =>
  post<Schemas["SocialAddress"]>(`auth/social/${provider}/start/`, {});

/** The answer is the same whether or not there is such an account. */
export const forgotPassword = (email: string) =>
  post<{ detail: string }>("auth/password/forgot/", { email });

/** Ends every session of the account. */
export const resetPassword = (body: { key: string; password: string }) =>
  post<{ detail: string }>("auth/password/reset/", body);

export const verifyEmail = (key: string) => post<{ email: string }>("auth/email/verify/", { key });

/** The answer is the same whether or not there is such an account. */
export const resendVerification = (email: string) => post<unknown>("auth/email/resend/", { email });

/** Returns the user with this referral id; throws referer_not_found where there is none. */
export const findReferrer = (referral_id: string) =>
  post<Schemas["Referrer"]>("auth/validate-referrer/", { referral_id });

/** Takes in a licence before its driver has an account; the token names it in the sign-up. */
export const uploadLicence = (
  file: File,
  watch: { onProgress: (share: number) => void; signal: AbortSignal },
) =>
  upload<Schemas["LicenseToken"]>("auth/license-image/", file, {
    ...watch,
    method: "POST",
    anonymous: true,
  });

/**
 * One key an intent: a sign-up whose answer was lost is sent again with the same one. Beyond a few from one
 * address the server wants a captcha: solved unseen, and sent with the same form.
 */
export async function signUp(registration: Registration, key: string): Promise<Registered> {
  const send = (body: Registration) => post<Registered>("auth/sign-up/", body, key);
  try {
    return await send(registration);
  } catch (error) {
    if (!(error instanceof ApiError && error.code === "captcha_required")) throw error;
    return send({ ...registration, captcha: await proveWork() });
  }
}
