import type { SentCode } from "./auth";
import { proveWork } from "./captcha";
import { meKey } from "./me";
import { request } from "./request";
import { rememberMe } from "./session";
import { saveSession } from "./token";
import type { Me, SavedAddress, Session } from "./types";
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

export const changeProfile = (changes: ProfileChanges) =>
  request<Me>("me/", { method: "PATCH", body: changes });

/** Saves the user's language for emails and notifications. */
export async function saveLanguage(language: string): Promise<void> {
  rememberMe(await changeProfile({ language }));
}

export interface UploadWatch {
  onProgress: (share: number) => void;
  signal: AbortSignal;
}

export const putPhoto = (file: File, watch: UploadWatch) => upload<Me>("me/photo/", file, watch);

export const removePhoto = () => request<Me>("me/photo/", { method: "DELETE" });

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

export const changeVehicle = (vehicle: VehicleChanges) =>
  request<Me>("me/vehicle/", { method: "PATCH", body: vehicle });

/** Emails a link to the new address; the current address stays valid until the link is opened. */
export const changeEmail = (email: string) =>
  request<void>("me/email/", { method: "POST", body: { email } });

/** Sends a six-digit code to the new number, which confirms it. */
export async function sendMobileCode(mobile: string): Promise<SentCode> {
  const captcha = await proveWork();
  return request<SentCode>("me/mobile/", { method: "POST", body: { mobile, captcha } });
}

export const confirmMobile = (verification_id: string, code: string) =>
  request<Me>("me/mobile/confirm/", { method: "POST", body: { verification_id, code } });

/** Changes the password: logs out the other devices and gives this one a new session. */
export async function changePassword(passwords: {
  current?: string;
  password: string;
}): Promise<void> {
  saveSession(await request<Session>("me/password/", { method: "POST", body: passwords }));
}

export const addressesKey = [...meKey, "addresses"] as const;

export const addAddress = (place: { description: string; lat: number; lng: number }) =>
  request<SavedAddress>("me/addresses/", { method: "POST", body: place });

export const renameAddress = (id: number, description: string) =>
  request<SavedAddress>(`me/addresses/${id}/`, { method: "PATCH", body: { description } });

export const deleteAddress = (id: number) =>
  request<void>(`me/addresses/${id}/`, { method: "DELETE" });
