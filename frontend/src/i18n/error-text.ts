import type { TFunction } from "i18next";
import { ApiError } from "@/api/error";

/** The sentence for a failure: its code's translation, else the server's own words, else the general one. */
export function errorText(error: unknown, t: TFunction): string {
  if (!(error instanceof ApiError)) return t("errors.unknown_error");
  // The server says which amounts it takes.
  if (error.code === "no_details_error" && error.fields.amount) return error.fields.amount;
  // The code comes from the server, so the compiler cannot know it; an unknown one falls back to the detail.
  const key = `errors.${error.code}` as "errors.unknown_error";
  const fallback = error.detail || t("errors.unknown_error");
  return t(key, { defaultValue: fallback });
}
