import type { TFunction } from "i18next";
import type { Rule, RulePart } from "@/api/tariffs";
import type { useFormat } from "@/i18n/use-format";
import { conditionsOf } from "./conditions";

type Format = Pick<ReturnType<typeof useFormat>, "exact">;

/** Returns the conditions of a rule, each in a few words. */
export function conditionWords({ when }: Rule, t: TFunction): string[] {
  const given = conditionsOf(when);
  const names = (list: readonly string[]) => list.join(", ");
  const words: string[] = [];
  if (given.car_types.length > 0) words.push(names(given.car_types));
  if (given.hours) words.push(given.hours);
  if (given.pickup_zones.length > 0)
    words.push(t("tariffs.from_zones", { names: names(given.pickup_zones) }));
  if (given.drop_zones.length > 0)
    words.push(t("tariffs.to_zones", { names: names(given.drop_zones) }));
  if (given.zones.length > 0) words.push(t("tariffs.in_zones", { names: names(given.zones) }));
  for (const { pickup, drop, both_ways } of given.zone_pairs)
    words.push(`${pickup} ${both_ways ? "↔" : "→"} ${drop}`);
  if (given.sources.length > 0)
    words.push(
      names(given.sources.map((one) => t(`tariffs.source_${one}` as "tariffs.source_app"))),
    );
  if (given.booked_for_later === "true") words.push(t("tariffs.only_later"));
  if (given.booked_for_later === "false") words.push(t("tariffs.only_now"));
  if (given.passengers_from || given.passengers_to)
    words.push(
      t("tariffs.passengers_range", {
        from: given.passengers_from || "1",
        to: given.passengers_to || "∞",
      }),
    );
  if (given.needs.length > 0) words.push(t("tariffs.with_needs", { names: names(given.needs) }));
  if (given.without_needs.length > 0)
    words.push(t("tariffs.lacking_needs", { names: names(given.without_needs) }));
  if (given.fare === "metered") words.push(t("tariffs.fare_metered"));
  if (given.fare === "fixed") words.push(t("tariffs.fare_fixed"));
  if (given.fare === "hire") words.push(t("tariffs.fare_hire"));
  if (given.driver === "on_the_way") words.push(t("tariffs.driver_on_the_way"));
  if (given.driver === "arrived") words.push(t("tariffs.driver_arrived"));
  return words;
}

/** Returns the most important amounts of a rule's action. */
export function actionWords({ then }: Rule, t: TFunction, { exact }: Format): string {
  const money = (value: unknown) => exact.money(String(value ?? "0"));
  const joined = (parts: readonly (string | false)[]) => parts.filter(Boolean).join(" + ");
  const positive = (value: unknown) => Number(value ?? 0) > 0;
  switch (then.kind) {
    case "rates": {
      const bands = (then.distance ?? []) as RulePart[];
      const unit = then.distance_unit === "mi" ? "mi" : "km";
      return joined([
        positive(then.base) && money(then.base),
        ...bands.map((band) =>
          [
            t("tariffs.amount_per", { amount: money(band.rate), unit: t(`fare.unit_${unit}`) }),
            band.starts_at && band.starts_at !== "0 m"
              ? t("tariffs.from_distance_of", { distance: String(band.starts_at) })
              : "",
          ]
            .filter(Boolean)
            .join(" "),
        ),
        positive(then.per_hour) &&
          t("tariffs.amount_per", { amount: money(then.per_hour), unit: t("fare.unit_h") }),
      ]);
    }
    case "units": {
      const [band] = (then.bands ?? []) as RulePart[];
      const size = band?.distance ?? band?.time;
      return joined([
        money((then.first as RulePart | undefined)?.amount),
        band !== undefined &&
          t("tariffs.amount_per", { amount: money(band.amount), unit: String(size ?? "") }),
      ]);
    }
    case "hire":
      return joined([
        t("tariffs.amount_per", { amount: money(then.per_hour), unit: t("fare.unit_h") }),
        then.included_per_hour !== undefined &&
          t("tariffs.hire_includes", { distance: String(then.included_per_hour) }),
      ]);
    case "waiting":
      return t("tariffs.amount_per", {
        amount: money(then.amount),
        unit: String(then.every ?? "1 h"),
      });
    case "multiplier":
      return `× ${exact.number(String(then.factor))}`;
    case "charge":
      return String(then.charge);
    case "rounding":
      return money(then.to);
    case "fee":
      return then.percentage ? exact.percent(String(then.amount)) : money(then.amount);
    case "cancellation": {
      const slabs = (then.slabs ?? []) as RulePart[];
      const step = ({ after, way, before_pickup }: RulePart) =>
        after
          ? t("tariffs.step_after", { time: String(after) })
          : before_pickup
            ? t("tariffs.step_before", { time: String(before_pickup) })
            : t("tariffs.step_way", { share: exact.percent(String(way ?? "0")) });
      return slabs.map((slab) => `${step(slab)}: ${money(slab.amount)}`).join(", ");
    }
    case "no_show":
      return joined([money(then.amount), then.waiting === true && t("tariffs.kind_waiting")]);
    case "extra":
      return then.per && then.per !== "trip"
        ? t("tariffs.amount_per", {
            amount: money(then.amount),
            unit: t(`tariffs.per_${then.per}` as "tariffs.per_trip"),
          })
        : money(then.amount);
    default:
      return money(then.amount);
  }
}
