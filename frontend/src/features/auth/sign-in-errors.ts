import type { TFunction } from "i18next";
import { ApiError } from "@/api/error";
import { leaveQuietly } from "@/api/sign-in";
import { errorText } from "@/i18n/error-text";

/** Rejections that the specification shows in the modal alert. The user stays signed out. */
const ALERTS = new Set([
  "base_settings_error_1",
  "base_settings_error_2",
  "not_valid_user_type",
  "profile_missing",
]);

export function isAlert(error: unknown): error is ApiError {
  return error instanceof ApiError && ALERTS.has(error.code);
}

/** Ends any session after a rejection that must not leave the user signed in. */
export function signOutAfter(error: unknown): void {
  if (isAlert(error)) void leaveQuietly();
}

/** Returns the message of a rejection. An unknown provider error is shown with its code and message. */
export function entryErrorText(error: unknown, t: TFunction): string {
  const unknown =
    error instanceof ApiError &&
    t(`errors.${error.code}` as "errors.unknown_error", { defaultValue: "" }) === "";
  return unknown && error.detail ? `${error.code}: ${error.detail}` : errorText(error, t);
}
