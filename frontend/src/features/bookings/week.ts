/** Days are strings such as "2026-11-22" in the zone they were read in. A week is its first day. */

const DAY_MS = 86_400_000;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Returns the calendar day at a moment in this time zone. */
export function dayIn(at: Date | string, timeZone: string | undefined): string {
  return new Intl.DateTimeFormat("en-CA", {
    ...(timeZone ? { timeZone } : {}),
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  }).format(new Date(at));
}

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Whether the text is a valid day, as it may come from the URL. */
export function isDay(text: string | null): text is string {
  return text !== null && DAY.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`));
}

/** Returns the first day of the week that contains the day. */
export function weekOf(day: string, firstDay = 1): string {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return addDays(day, -((weekday - firstDay + 7) % 7));
}

export function daysOf(week: string): string[] {
  return [0, 1, 2, 3, 4, 5, 6].map((days) => addDays(week, days));
}
