import { useTranslation } from "react-i18next";
import type { FareLine } from "@/api/types";
import { useFormat } from "@/i18n/use-format";
import classes from "./fare-breakdown.module.css";
import { Money } from "./money";

const LABELS = [
  "base_fare",
  "distance",
  "time",
  "parcel",
  "option",
  "minimum",
  "convenience_fee",
  "promo_min_order",
  "adjustment",
] as const;
const UNITS = ["km", "mi", "h", "min"] as const;

const oneOf = <T extends string>(known: readonly T[], word: string): T | undefined =>
  known.find((candidate) => candidate === word);

/** Returns how a line is calculated: "12.3 km at £1.20 per km"; null if the amount needs no explanation. */
function useQuantity() {
  const { t } = useTranslation();
  const { money, number, duration } = useFormat();
  return ({ quantity, unit, rate, explanation }: FareLine): string | null => {
    // The explanation of a tariff's line contains its calculation.
    if (explanation) return null;
    if (unit === "%") return t("fare.percent", { rate: number(Number(rate)) });
    const per = oneOf(UNITS, unit);
    if (!per || Number(quantity) === 0) return null;
    const measured =
      per === "h"
        ? duration(Number(quantity) * 3600)
        : t(`units.${per}`, { count: Number(quantity), value: number(Number(quantity)) });
    return t("fare.per", { quantity: measured, rate: money(rate), unit: t(`fare.unit_${per}`) });
  };
}

interface FareBreakdownProps {
  lines: FareLine[];
  total: string;
  totalLabel?: string;
}

/** The lines of a fare and their total, the same before, during and after the trip. */
export function FareBreakdown({ lines, total, totalLabel }: FareBreakdownProps) {
  const { t } = useTranslation();
  const quantityOf = useQuantity();
  return (
    <dl className={classes.lines}>
      {lines.map((line, index) => (
        // A tariff has several lines with the same key; their order never changes.
        // biome-ignore lint/suspicious/noArrayIndexKey: as above
        <div key={index} className={classes.line}>
          <dt>
            {line.explanation || t(`fare.${oneOf(LABELS, line.key) ?? "other"}`)}
            <span className={classes.how}>{quantityOf(line)}</span>
          </dt>
          <dd>
            <Money amount={line.amount} />
          </dd>
        </div>
      ))}
      <div className={classes.line} data-total>
        <dt>{totalLabel ?? t("fare.total")}</dt>
        <dd>
          <Money amount={total} />
        </dd>
      </div>
    </dl>
  );
}
