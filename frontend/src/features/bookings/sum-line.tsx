import { useTranslation } from "react-i18next";
import type { BookingRow } from "@/api/types";
import { useFormat } from "@/i18n/use-format";
import { Money } from "@/ui/money";
import classes from "./sum-line.module.css";
import { sumsOf } from "./sums";

interface SumLineProps {
  rows: readonly BookingRow[];
  /** Whether the list has more rows, which are not in the sums. */
  more: boolean;
}

/** The sums of the rows in the table, and whether these are all rows. */
export function SumLine({ rows, more }: SumLineProps) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const shown = number(rows.length);
  return (
    <section className={classes.line} aria-label={t("history.sums")}>
      <p>{t(more ? "history.sums_loaded" : "history.sums_all", { number: shown })}</p>
      <dl>
        {sumsOf(rows).map(({ column, amount }) => (
          <div key={column}>
            <dt>{t(`history.col_${column === "charged_amount" ? "trip_cost" : column}`)}</dt>
            <dd>
              <Money amount={amount} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
