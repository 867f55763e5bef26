import type { TFunction } from "i18next";
import { ApiError } from "@/api/error";
import { currentViewer } from "@/api/session";

/** Codes whose texts address the driver or the owner of the wallet; to staff, the server writes about them. */
const ADDRESSES_DRIVERS: ReadonlySet<string> = new Set(["driver_busy", "low_balance"]);

/** Returns the message of an error: its code's translation, else the server's detail, else a general text. */
export function errorText(error: unknown, t: TFunction): string {
  if (!(error instanceof ApiError)) return t("errors.unknown_error");
  // The server sends the accepted amounts.
  if (error.code === "no_details_error" && error.fields.amount) return error.fields.amount;
  const { role } = currentViewer();
  const isStaff = role === "admin" || role === "fleetadmin";
  if (isStaff && ADDRESSES_DRIVERS.has(error.code) && error.detail) return error.detail;
  // The code comes from the server, so the compiler cannot know it; an unknown one falls back to the detail.
  const key = `errors.${error.code}` as "errors.unknown_error";
  const fallback = error.detail || t("errors.unknown_error");
  return t(key, { defaultValue: fallback });
}
