import { useQuery } from "@tanstack/react-query";
import { createContext, use, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { publicSettingsQuery } from "@/api/catalogue";
import {
  daysApart,
  distanceParts,
  durationParts,
  formatAgo,
  formatDate,
  formatMoney,
  placesOf,
} from "./format";
import { languageInfo } from "./languages";

const UNSET = {
  symbol: "",
  decimal: 2,
  swipe_symbol: false,
  convert_to_mile: false,
  time_zone: undefined,
};

type Format = ReturnType<typeof useOwnFormat>;

/** Shares one subscription to the settings with the cells of a table. */
export const SharedFormat = createContext<Format | null>(null);

/** Formats numbers, money and dates by the operator's settings and the user's language. */
export function useFormat(): Format {
  const shared = use(SharedFormat);
  // biome-ignore lint/correctness/useHookAtTopLevel: a component is inside a table or not for as long as it exists.
  return shared ?? useOwnFormat();
}

function useOwnFormat() {
  const { t, i18n } = useTranslation();
  const { data } = useQuery(publicSettingsQuery());
  const rules = data ?? UNSET;
  const { dateLocale: locale, dir } = languageInfo(i18n.language);
  const rtl = dir === "rtl";

  return useMemo(() => {
    const zone = rules.time_zone;
    const time = (at: Date | string) => formatDate(at, locale, zone, { timeStyle: "short" });
    const date = (at: Date | string) => formatDate(at, locale, zone, { dateStyle: "medium" });
    const moneyOf = (amount: string, decimal: number) => {
      const text = formatMoney(amount, { ...rules, decimal }, locale);
      // An isolate keeps the symbol on its side of the digits in right-to-left text.
      return rtl ? `\u2066${text}\u2069` : text;
    };
    const unit = (count: number, name: "day" | "hour") =>
      new Intl.NumberFormat(locale, { style: "unit", unit: name, unitDisplay: "long" }).format(
        count,
      );
    return {
      money: (amount: string) => moneyOf(amount, rules.decimal),
      /** Decimal strings with all their places, so that two different amounts never look equal. */
      exact: {
        money: (amount: string) => moneyOf(amount, Math.max(rules.decimal, placesOf(amount))),
        number: (value: string) =>
          new Intl.NumberFormat(locale, { maximumFractionDigits: placesOf(value) }).format(
            value as Intl.StringNumericLiteral,
          ),
        percent: (value: string) =>
          new Intl.NumberFormat(locale, {
            style: "percent",
            maximumFractionDigits: placesOf(value),
          }).format(`${value}e-2` as Intl.StringNumericLiteral),
      },
      distance: (km: number) => {
        const { value, unit } = distanceParts(km, rules.convert_to_mile, locale);
        return t(`units.${unit}`, { value });
      },
      /** Whole minutes: "12 min", "1 h 5 min"; from two days on, whole days: "2 days". */
      duration: (seconds: number) => {
        const { hours, minutes } = durationParts(seconds);
        if (hours >= 48) return unit(Math.floor(hours / 24), "day");
        const min = t("units.min", { count: minutes, value: minutes });
        if (hours === 0) return min;
        return t("units.h_min", {
          hours: t("units.h", { count: hours, value: hours }),
          minutes: min,
        });
      },
      /** "licence and insurance". */
      list: (names: string[]) => new Intl.ListFormat(locale).format(names),
      /** "180 days". */
      days: (count: number) => unit(count, "day"),
      hours: (count: number) => unit(count, "hour"),
      number: (value: number) => new Intl.NumberFormat(locale).format(value),
      /** A percentage: "15%", or "15 %" where the language has a space. */
      percent: (value: number) =>
        new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 2 }).format(
          value / 100,
        ),
      time,
      date,
      /** The weekday and time of a time without a zone: "2026-11-27T17:30" is "Fri, 17:30". */
      wall: (at: string) =>
        formatDate(`${at}:00Z`, locale, "UTC", {
          weekday: "short",
          hour: "numeric",
          minute: "2-digit",
        }),
      /** "Today, 14:05" for today, else the date with the time. */
      dateTime: (at: Date | string) => {
        const days = daysApart(new Date(), new Date(at), zone);
        if (days === 0) return t("format.today", { time: time(at) });
        if (days === 1) return t("format.tomorrow", { time: time(at) });
        if (days === -1) return t("format.yesterday", { time: time(at) });
        return formatDate(at, locale, zone, { dateStyle: "medium", timeStyle: "short" });
      },
      ago: (at: Date | string, now = new Date()) => formatAgo(at, now, locale),
    };
  }, [rules, locale, rtl, t]);
}
