import { proveWork } from "./captcha";
import { post } from "./client";
import { ApiError } from "./error";
import type { components } from "./schema";
import type { Session } from "./types";
import { upload } from "./upload";

/** The API of the login and sign-up pages; sessions are in `session.ts`. */

type Schemas = components["schemas"];

export type SocialProvider = Exclude<keyof Schemas["SignInMethods"], "mobile">;
export type PasswordPolicy = Schemas["PasswordPolicyEnum"];
/** The options of the sign-up page. */
export type RegisterRules = Schemas["Register"];
export type SentCode = Schemas["PhoneCodeSent"];
export type Registration = Partial<Schemas["SignUpRequest"]>;
export type Registered = Omit<Schemas["SignedUp"], "session"> & { session: Session | null };

/** Sends a six-digit code to a mobile number that has an account. */
export async function sendPhoneCode(mobile: string): Promise<SentCode> {
  return post("auth/phone/", { body: { mobile, captcha: await proveWork() }, anonymous: true });
}

/** Invalidates the code. */
export const cancelPhoneCode = (verification_id: string) =>
  post("auth/phone/cancel/", { body: { verification_id }, anonymous: true });

/** Returns the provider's URL to log in at. */
export const startSocial = (provider: SocialProvider) =>
  post("auth/social/{provider}/start/", {
    path: { provider },
    body: {},
    anonymous: true,
  });

/** The response is the same whether or not the account exists. */
export const forgotPassword = (email: string) =>
  post("auth/password/forgot/", { body: { email }, anonymous: true });

/** Ends every session of the account. */
export const resetPassword = (body: { key: string; password: string }) =>
  post("auth/password/reset/", { body, anonymous: true });

export const verifyEmail = (key: string) =>
  post("auth/email/verify/", { body: { key }, anonymous: true });

/** The response is the same whether or not the account exists. */
export const resendVerification = (email: string) =>
  post("auth/email/resend/", { body: { email }, anonymous: true });

/** Returns the user with this referral id; throws `referer_not_found` if there is none. */
export const findReferrer = (referral_id: string) =>
  post("auth/validate-referrer/", { body: { referral_id }, anonymous: true });

/** Uploads a licence before the driver has an account; the sign-up sends the returned token. */
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
 * Uses one idempotency key per intent, so that a retry after a lost response is safe. After a few sign-ups
 * from one address the server requires a captcha, which is solved in the background and sent with the same
 * form.
 */
export async function signUp(registration: Registration, key: string): Promise<Registered> {
  const send = (body: Registration) =>
    post("auth/sign-up/", {
      body,
      idempotencyKey: key,
      anonymous: true,
    });
  try {
    return await send(registration);
  } catch (error) {
    if (!(error instanceof ApiError && error.code === "captcha_required")) throw error;
    return send({ ...registration, captcha: await proveWork() });
  }
}
