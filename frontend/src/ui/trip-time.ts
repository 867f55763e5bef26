import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { publicSettingsQuery } from "@/api/catalogue";
import { formatDate } from "@/i18n/format";
import { languageInfo } from "@/i18n/languages";

const MINUTE_MS = 60_000;
/** The minimum lead time of a later booking; the server's clock decides. */
const AHEAD_MINUTES = 15;

/** Formats a moment in a time zone for a native date field: "2026-11-22T14:05". */
export function wallClock(at: Date, timeZone: string | undefined): string {
  const parts = new Intl.DateTimeFormat("en-CA", {
    ...(timeZone ? { timeZone } : {}),
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
  }).formatToParts(at);
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? "";
  return `${part("year")}-${part("month")}-${part("day")}T${part("hour")}:${part("minute")}`;
}

/** Returns the first whole minute that is far enough ahead. */
export function earliest(now: Date, timeZone: string | undefined): string {
  const ahead = Math.ceil(now.getTime() / MINUTE_MS + AHEAD_MINUTES) * MINUTE_MS;
  return wallClock(new Date(ahead), timeZone);
}

/** Returns the next full or half hour that leaves half an hour to find a driver. */
export function nextHalfHour(now: Date): Date {
  const halfHour = 30 * MINUTE_MS;
  return new Date(Math.ceil((now.getTime() + halfHour) / halfHour) * halfHour);
}

/** Usual times of evening and morning trips. */
const EVENING = "20:00";
const MORNING = "09:00";
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Returns suggested times: this evening while it is ahead, and tomorrow morning. */
export function usualTimes(
  now: Date,
  timeZone: string | undefined,
): { name: "tonight" | "tomorrow"; at: string }[] {
  const day = (date: Date) => wallClock(date, timeZone).slice(0, 10);
  const tonight = `${day(now)}T${EVENING}`;
  const tomorrow = `${day(new Date(now.getTime() + DAY_MS))}T${MORNING}`;
  return [
    ...(tonight >= earliest(now, timeZone) ? [{ name: "tonight", at: tonight } as const] : []),
    { name: "tomorrow", at: tomorrow },
  ];
}

/** Trip times in the platform's time zone, which may differ from the user's. */
export function useTripTime() {
  const { i18n } = useTranslation();
  const zone = useQuery(publicSettingsQuery()).data?.time_zone;
  const locale = languageInfo(i18n.language).dateLocale;
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return {
    earliest: () => earliest(new Date(), zone),
    /** The default time of a later booking. */
    suggested: () => wallClock(nextHalfHour(new Date()), zone),
    usualTimes: () => usualTimes(new Date(), zone),
    /** "20:00", or "8:00 pm" on a 12-hour clock. */
    clock: (wall: string) =>
      formatDate(`${wall}Z`, locale, "UTC", { hour: "2-digit", minute: "2-digit" }),
    /** "Sun 22 Nov, 14:05". */
    show: (wall: string) =>
      formatDate(`${wall}Z`, locale, "UTC", {
        weekday: "short",
        day: "numeric",
        month: "short",
        hour: "2-digit",
        minute: "2-digit",
      }),
    /** The time zone's city, if the user's clock shows another time. */
    city:
      zone && wallClock(new Date(), zone) !== wallClock(new Date(), own)
        ? (zone.split("/").at(-1)?.replaceAll("_", " ") ?? zone)
        : null,
  };
}
