import type { SentCode } from "./auth";
import { proveWork } from "./captcha";
import { patch, post, remove } from "./client";
import { meKey } from "./me";
import { rememberMe } from "./session";
import { saveSession } from "./token";
import type { Me } from "./types";
import { upload } from "./upload";

/** The fields that users may change themselves; the server rejects all others. */
export interface ProfileChanges {
  first_name?: string;
  last_name?: string;
  language?: string;
  bank_name?: string;
  bank_code?: string;
  bank_account?: string;
}

export const changeProfile = (changes: ProfileChanges) => patch("me/", { body: changes });

/** Saves the user's language for emails and notifications. */
export async function saveLanguage(language: string): Promise<void> {
  rememberMe(await changeProfile({ language }));
}

export interface UploadWatch {
  onProgress: (share: number) => void;
  signal: AbortSignal;
}

export const putPhoto = (file: File, watch: UploadWatch) => upload<Me>("me/photo/", file, watch);

export const removePhoto = () => remove("me/photo/");

export const putLicence = (file: File, watch: UploadWatch) =>
  upload<Me>("me/license-image/", file, watch);

export interface VehicleChanges {
  vehicle_make: string;
  vehicle_model: string;
  vehicle_number: string;
  other_info: string;
  /** For a driver without a car type. */
  car_type?: number;
}

export const changeVehicle = (vehicle: VehicleChanges) => patch("me/vehicle/", { body: vehicle });

/** Emails a link to the new address; the current address stays valid until the link is opened. */
export const changeEmail = (email: string) => post("me/email/", { body: { email } });

/** Sends a six-digit code to the new number, which confirms it. */
export async function sendMobileCode(mobile: string): Promise<SentCode> {
  const captcha = await proveWork();
  return post("me/mobile/", { body: { mobile, captcha } });
}

export const confirmMobile = (verification_id: string, code: string) =>
  post("me/mobile/confirm/", { body: { verification_id, code } });

/** Changes the password: logs out the other devices and gives this one a new session. */
export async function changePassword(passwords: {
  current?: string;
  password: string;
}): Promise<void> {
  saveSession(
    await post("me/password/", {
      body: passwords,
    }),
  );
}

export const addressesKey = [...meKey, "addresses"] as const;

export const addAddress = (place: { description: string; lat: number; lng: number }) =>
  post("me/addresses/", { body: place });

export const renameAddress = (id: number, description: string) =>
  patch("me/addresses/{id}/", { path: { id }, body: { description } });

export const deleteAddress = (id: number) => remove("me/addresses/{id}/", { path: { id } });
