/** Days as "2026-11-22", in whichever zone they were read; a week is its first day. */

const DAY_MS = 86_400_000;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** The day that a calendar hanging in that zone shows. */
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

/** Whether it is a day at all, and not something typed into the address. */
export function isDay(text: string | null): text is string {
  return text !== null && DAY.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`));
}

/** The first day of the week that a day is in. */
export function weekOf(day: string, firstDay = 1): string {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return addDays(day, -((weekday - firstDay + 7) % 7));
}

export function daysOf(week: string): string[] {
  return [0, 1, 2, 3, 4, 5, 6].map((days) => addDays(week, days));
}
