import { plainText } from "./day-text";

/** Formats "14:05" in a language, on its 12-hour or 24-hour clock. */
export function formatTime(time: string, locale: string): string {
  const date = new Date(`2026-01-01T${time}Z`);
  if (!time || Number.isNaN(date.getTime())) return "";
  return new Intl.DateTimeFormat(locale, {
    timeZone: "UTC",
    hour: "2-digit",
    minute: "2-digit",
  }).format(date);
}

function halvesOf(locale: string): [string[], string[]] {
  const nameAt = (hour: number) =>
    new Intl.DateTimeFormat(locale, { timeZone: "UTC", hour: "numeric", hour12: true })
      .formatToParts(new Date(Date.UTC(2026, 0, 1, hour)))
      .find(({ type }) => type === "dayPeriod")?.value ?? "";
  return [
    [plainText(nameAt(9)), "am", "a.m."],
    [plainText(nameAt(15)), "pm", "p.m."],
  ];
}

function hasTwelveHours(locale: string): boolean {
  return new Intl.DateTimeFormat(locale, { hour: "numeric" }).resolvedOptions().hour12 ?? false;
}

/**
 * Parses a time ("9", "9:30", "930 pm"); null if the text is not a time. With `whole`, minutes and am or pm
 * are required.
 */
export function readTime(typed: string, locale: string, whole = false): string | null {
  const text = plainText(typed);
  const found = /(\d{1,2})(?:\D*?(\d{2}))?(?!\d)/.exec(text);
  if (!found || (text.match(/\d/g) ?? []).length > 4) return null;
  const [am, pm] = halvesOf(locale).map((names) =>
    names.some((name) => name !== "" && text.includes(name)),
  );
  let hour = Number(found[1]);
  const minute = Number(found[2] ?? 0);
  if (whole) {
    if (found[2] === undefined || !/\d\D+\d/.test(text)) return null;
    if (hasTwelveHours(locale) && !am && !pm && hour < 13) return null;
  }
  if ((am || pm) && (hour < 1 || hour > 12)) return null;
  if (am || pm) hour = (hour % 12) + (pm ? 12 : 0);
  if (hour > 23 || minute > 59) return null;
  return `${String(hour).padStart(2, "0")}:${String(minute).padStart(2, "0")}`;
}

/** All quarters of an hour. */
export const QUARTERS: readonly string[] = Array.from(
  { length: 96 },
  (_, quarter) =>
    `${String(Math.floor(quarter / 4)).padStart(2, "0")}:${String((quarter % 4) * 15).padStart(2, "0")}`,
);
