import type { TFunction } from "i18next";

/**
 * The reason that the server stores for a no-show (apps/bookings/cancellation/no_shows.py), the same in all
 * languages.
 */
const NO_SHOW = "No-show";

/** Returns the reason of a cancellation; a reason that a user chose or typed is shown unchanged. */
export function reasonText(reason: string, t: TFunction): string {
  return reason === NO_SHOW ? t("trip.no_show") : reason;
}
