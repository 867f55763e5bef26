export interface MoneyRules {
  symbol: string;
  decimal: number;
  /** True puts the symbol after the amount. */
  swipe_symbol: boolean;
}

const numberFormats = new Map<string, Intl.NumberFormat>();

function numberFormat(locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = locale + JSON.stringify(options);
  let format = numberFormats.get(key);
  if (!format) {
    format = new Intl.NumberFormat(locale, options);
    numberFormats.set(key, format);
  }
  return format;
}

const dateFormats = new Map<string, Intl.DateTimeFormat>();

/** Creating a format takes a hundred times as long as using it. */
function dateFormat(
  locale: string,
  timeZone: string | undefined,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
  const zone = timeZone ? { timeZone } : {};
  const key = locale + timeZone + JSON.stringify(options);
  let format = dateFormats.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat(locale, { ...zone, ...options });
    dateFormats.set(key, format);
  }
  return format;
}

/**
 * Formats a decimal string, grouped, with the currency's symbol. Intl reads the string exactly, not as a
 * float.
 */
export function formatMoney(amount: string, rules: MoneyRules, locale: string): string {
  const decimals = Math.max(0, Math.min(rules.decimal, 8));
  const format = numberFormat(locale, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
  const negative = amount.startsWith("-");
  const digits = format.format((negative ? amount.slice(1) : amount) as Intl.StringNumericLiteral);
  const sign = negative && /[1-9]/.test(digits) ? "\u2212" : "";
  if (!rules.symbol) return sign + digits;
  return rules.swipe_symbol
    ? `${sign}${digits}\u00a0${rules.symbol}`
    : sign + rules.symbol + digits;
}

/** Returns the number of significant decimal places of a decimal string: 2 for "0.1200". */
export function placesOf(amount: string): number {
  return (amount.split(".")[1] ?? "").replace(/0+$/, "").length;
}

const KM_PER_MILE = 1.609344;

export type DistanceUnit = "km" | "m" | "mi" | "ft";

/** Rounds short distances to tens of metres (or feet), and long ones to one decimal. */
export function distanceParts(
  km: number,
  inMiles: boolean,
  locale: string,
): { value: string; unit: DistanceUnit } {
  const whole = numberFormat(locale, { maximumFractionDigits: 0 });
  const tenth = numberFormat(locale, { maximumFractionDigits: 1 });
  if (inMiles) {
    const miles = km / KM_PER_MILE;
    if (miles < 0.1)
      return { value: whole.format(Math.round((miles * 5280) / 50) * 50), unit: "ft" };
    return { value: tenth.format(miles), unit: "mi" };
  }
  if (km < 0.95) return { value: whole.format(Math.round(km * 100) * 10), unit: "m" };
  return { value: tenth.format(km), unit: "km" };
}

/** Rounds up to whole minutes after the first: a car that is 61 s away is 2 min away. */
export function durationParts(seconds: number): { hours: number; minutes: number } {
  const minutes = Math.max(0, Math.ceil(seconds / 60));
  return { hours: Math.floor(minutes / 60), minutes: minutes % 60 };
}

export function formatDate(
  at: Date | string,
  locale: string,
  timeZone: string | undefined,
  options: Intl.DateTimeFormatOptions,
): string {
  return dateFormat(locale, timeZone, options).format(new Date(at));
}

/**
 * Returns the number of calendar days between two moments in a time zone: 0 for the same day, 1 for tomorrow.
 */
export function daysApart(from: Date, to: Date, timeZone: string | undefined): number {
  const day = dateFormat("en-CA", timeZone, { year: "numeric", month: "2-digit", day: "2-digit" });
  const dayOf = (at: Date) => Date.parse(day.format(at));
  return Math.round((dayOf(to) - dayOf(from)) / 86_400_000);
}

/** Formats "40 seconds ago" or "in 2 hours", in the largest unit that fits. */
export function formatAgo(at: Date | string, now: Date, locale: string): string {
  const seconds = Math.round((new Date(at).getTime() - now.getTime()) / 1000);
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: "auto", style: "short" });
  const size = Math.abs(seconds);
  if (size < 60) return relative.format(seconds, "second");
  if (size < 3600) return relative.format(Math.round(seconds / 60), "minute");
  if (size < 86_400) return relative.format(Math.round(seconds / 3600), "hour");
  return relative.format(Math.round(seconds / 86_400), "day");
}

/** Returns the first day of the week in the language's region: 1 is Monday, 6 is Saturday. */
export function firstDayOf(locale: string): number {
  const info = new Intl.Locale(locale) as Intl.Locale & {
    getWeekInfo?: () => { firstDay: number };
    weekInfo?: { firstDay: number };
  };
  return (info.getWeekInfo?.() ?? info.weekInfo)?.firstDay ?? 1;
}
