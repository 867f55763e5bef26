import type { TFunction } from "i18next";

/** What the server keeps as the reason of a no-show (apps/bookings/no_shows.py), in one language for all. */
const NO_SHOW = "No-show";

/** Why a booking was cancelled: what somebody chose or typed stands as it is. */
export function reasonText(reason: string, t: TFunction): string {
  return reason === NO_SHOW ? t("trip.no_show") : reason;
}
