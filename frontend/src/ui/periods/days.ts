/** A calendar day such as "2026-03-01", without a time zone. */
export type Day = string;

const DAY_MS = 86_400_000;
const at = (day: Day) => new Date(`${day}T00:00:00Z`);
const dayOf = (moment: Date): Day => moment.toISOString().slice(0, 10);

/** Returns the current day in a time zone. */
export function todayIn(zone: string | undefined, now = new Date()): Day {
  return new Intl.DateTimeFormat("en-CA", {
    ...(zone ? { timeZone: zone } : {}),
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  }).format(now);
}

export const plusDays = (day: Day, days: number): Day =>
  dayOf(new Date(at(day).getTime() + days * DAY_MS));

/** Returns the first day of a month, a number of months later. */
function monthStart(day: Day, months = 0): Day {
  const date = at(day);
  return dayOf(new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1)));
}

export const isDay = (text: string | null | undefined): text is Day =>
  Boolean(text && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(at(text).getTime()));

export const PRESETS = [
  "today",
  "last_7",
  "last_30",
  "this_month",
  "last_month",
  "this_year",
  "last_year",
  "last_12_months",
] as const;
export type Preset = (typeof PRESETS)[number];

/** Returns the first and last day of a preset, both included. */
export function presetDays(preset: Preset, today: Day): { from: Day; to: Day } {
  const year = today.slice(0, 4);
  switch (preset) {
    case "today":
      return { from: today, to: today };
    case "last_7":
      return { from: plusDays(today, -6), to: today };
    case "last_30":
      return { from: plusDays(today, -29), to: today };
    case "this_month":
      return { from: monthStart(today), to: today };
    case "last_month":
      return { from: monthStart(today, -1), to: plusDays(monthStart(today), -1) };
    case "this_year":
      return { from: `${year}-01-01`, to: today };
    case "last_year":
      return { from: `${Number(year) - 1}-01-01`, to: `${Number(year) - 1}-12-31` };
    case "last_12_months":
      return { from: monthStart(today, -11), to: today };
  }
}

/** Formats a day in the user's language; takes the options of Intl.DateTimeFormat. */
export function formatDay(day: Day, locale: string, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(locale, { timeZone: "UTC", ...options }).format(at(day));
}

/** Formats the days from the first to the last, what they share once: "23–29 Nov 2026". */
export function formatDays(first: Day, last: Day, locale: string): string {
  const options = { timeZone: "UTC", day: "numeric", month: "short", year: "numeric" } as const;
  return new Intl.DateTimeFormat(locale, options).formatRange(at(first), at(last));
}
