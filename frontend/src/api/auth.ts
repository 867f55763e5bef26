import { proveWork } from "./captcha";
import { request } from "./request";
import type { PublicSettings, Session } from "./types";
import { upload } from "./upload";

/** What the sign-in and the sign-up pages ask of the server; what lets somebody in is in `session.ts`. */

const post = <T>(path: string, body: unknown, idempotencyKey?: string) =>
  request<T>(path, {
    method: "POST",
    body,
    anonymous: true,
    ...(idempotencyKey ? { idempotencyKey } : {}),
  });

export type SocialProvider = "google" | "facebook" | "apple";
export type PasswordPolicy = "alphanumeric" | "modern";

/** The public settings with what these pages go by. */
export type EntrySettings = PublicSettings & {
  sign_in: Record<SocialProvider | "mobile", boolean>;
  register: {
    country_selection: boolean;
    /** For riders, and for drivers. */
    bank_fields: boolean;
    driver_bank_fields: boolean;
    referral: boolean;
    /** What both sides get, as a decimal string. */
    referral_bonus: string;
    password_policy: PasswordPolicy;
    email_verify: boolean;
    driver_approval: boolean;
    default_country: string;
  };
};

/** A code on its way: seconds until it runs out, and until another may be asked for. */
export interface SentCode {
  verification_id: string;
  expires_in: number;
  resend_in: number;
}

/** Sends a six-digit code to a mobile number that has an account. */
export async function sendPhoneCode(mobile: string): Promise<SentCode> {
  return post("auth/phone/", { mobile, captcha: await proveWork() });
}

/** From here on that code is dead. */
export const cancelPhoneCode = (verification_id: string) =>
  post<void>("auth/phone/cancel/", { verification_id });

/** Where to go to sign in with that provider. */
export const startSocial = (provider: SocialProvider) =>
  post<{ url: string }>(`auth/social/${provider}/start/`, {});

/** The answer is the same whether or not there is such an account. */
export const forgotPassword = (email: string) =>
  post<{ detail: string }>("auth/password/forgot/", { email });

/** Ends every session of the account. */
export const resetPassword = (body: { key: string; password: string }) =>
  post<{ detail: string }>("auth/password/reset/", body);

export const verifyEmail = (key: string) => post<{ email: string }>("auth/email/verify/", { key });

/** The answer is the same whether or not there is such an account. */
export const resendVerification = (email: string) => post<unknown>("auth/email/resend/", { email });

/** Who has this referral id; refused with referer_not_found when nobody has. */
export const findReferrer = (referral_id: string) =>
  post<{ uid: string | number }>("auth/validate-referrer/", { referral_id });

export interface Registration {
  first_name: string;
  last_name: string;
  email: string;
  password: string;
  country?: string;
  phone: string;
  referral_id?: string;
  user_type: "rider" | "driver";
  bank_name?: string;
  bank_code?: string;
  bank_account?: string;
  driver?: {
    vehicle_make: string;
    vehicle_model: string;
    vehicle_number: string;
    other_info: string;
    car_type: number | null;
  };
  license_image?: string;
}

export interface Registered {
  signed_in: boolean;
  code: "account_create_successfully" | "email_verify_message" | "require_approval";
  session: Session | null;
}

/** Takes in a licence before its driver has an account; the token names it in the sign-up. */
export const uploadLicence = (
  file: File,
  watch: { onProgress: (share: number) => void; signal: AbortSignal },
) =>
  upload<{ token: string; expires_in: number }>("auth/license-image/", file, {
    ...watch,
    method: "POST",
    anonymous: true,
  });

/** One key an intent: a sign-up whose answer was lost is sent again with the same one. */
export const signUp = (registration: Registration, key: string) =>
  post<Registered>("auth/sign-up/", registration, key);
