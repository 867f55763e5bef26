import type { TFunction } from "i18next";
import type { PasswordPolicy } from "@/api/auth";
import { errorText } from "@/i18n/error-text";
import type { Problem } from "./use-registration";

/**
 * Returns the message of a rejection. The password code names one rule; under the other policy it has its own
 * message.
 */
export function problemText(
  { code, error }: Problem,
  policy: PasswordPolicy,
  t: TFunction,
): string {
  if (code === "password_alphaNumeric_check" && policy === "modern") {
    return error.fields.password || error.detail || t("errors.weak_password");
  }
  return errorText(error, t);
}
