import { latinDigits } from "@/i18n/digits";

/** Converts an API date ("2026-11-22") to a Date in UTC, because a day has no time zone. */
const asDate = (day: string) => new Date(`${day}T00:00:00Z`);

export function formatDay(
  day: string,
  locale: string,
  options: Intl.DateTimeFormatOptions = { dateStyle: "medium" },
): string {
  if (!day || Number.isNaN(asDate(day).getTime())) return "";
  return new Intl.DateTimeFormat(locale, { ...options, timeZone: "UTC" }).format(asDate(day));
}

/** Returns the text in lower case, without Intl's direction marks, in ASCII digits. */
export function plainText(text: string): string {
  return latinDigits(text)
    .replace(/[\u200e\u200f\u061c\u2066-\u2069]/g, "")
    .toLowerCase()
    .normalize("NFKC")
    .trim();
}

type Part = "year" | "month" | "day";

/** Returns the language's order of day, month and year. */
function orderOf(locale: string): Part[] {
  return new Intl.DateTimeFormat(locale, { timeZone: "UTC" })
    .formatToParts(0)
    .map(({ type }) => type)
    .filter((type): type is Part => ["year", "month", "day"].includes(type));
}

/** Returns the month that a text names: "nov", "novembre" or "नवंबर"; 0 if it names none. */
function monthNamed(text: string, locale: string): number {
  const months = Array.from({ length: 12 }, (_, month) => month + 1);
  const namesOf = (month: number) =>
    (["long", "short"] as const).flatMap((style) => {
      const date = new Date(Date.UTC(2026, month - 1, 1));
      const parts = new Intl.DateTimeFormat(locale, {
        timeZone: "UTC",
        day: "numeric",
        month: style,
      }).formatToParts(date);
      const name = parts.find(({ type }) => type === "month")?.value ?? "";
      return [plainText(name).replace(/[.\u0970]/g, "")];
    });
  const words = text.split(/[\s\d.,/\u0970-]+/).filter(Boolean);
  const named = (match: (name: string, word: string) => boolean) =>
    months.filter((month) =>
      namesOf(month).some((name) => /\D/.test(name) && words.some((word) => match(name, word))),
    );
  const exact = named((name, word) => name === word);
  if (exact.length === 1) return exact[0] ?? 0;
  const begun = named((name, word) => word.length > 2 && name.startsWith(word));
  return begun.length === 1 ? (begun[0] ?? 0) : 0;
}

function dayOf(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day));
  const exists = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return exists && year >= 1000 && year <= 9999 ? date.toISOString().slice(0, 10) : null;
}

/**
 * Parses a day: in digits in the language's order, with the month's name, or in the API's format; null if the
 * text is not a day. With `whole`, the year must have four digits, because the user may still be typing.
 */
export function readDay(
  typed: string,
  locale: string,
  today: string,
  whole = false,
): string | null {
  const text = plainText(typed);
  const figures = (text.match(/\d+/g) ?? []).map(String);
  if (figures.some((figure) => figure.length > 4)) return null;
  const named = monthNamed(text, locale);
  const order = orderOf(locale).filter((part) => !named || part !== "month");
  const yearAt = figures.findIndex((figure) => figure.length === 4);
  const parts: Partial<Record<Part, number>> = named ? { month: named } : {};
  const rest = [...figures];
  if (yearAt >= 0) parts.year = Number(rest.splice(yearAt, 1)[0]);
  else if (whole) return null;
  // In every language, a leading year is followed by the month.
  const left: Part[] =
    yearAt === 0 && !named ? ["month", "day"] : order.filter((part) => !(part in parts));
  const wanted = rest.length < left.length ? left.filter((part) => part !== "year") : left;
  if (rest.length !== wanted.length) return null;
  for (const [place, part] of wanted.entries()) parts[part] = Number(rest[place]);
  const year = parts.year ?? Number(today.slice(0, 4));
  return dayOf(year < 100 ? 2000 + year : year, parts.month ?? 0, parts.day ?? 0);
}
