import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Money } from "./money";
import classes from "./price-change.module.css";

interface PriceChangeProps {
  price: { previous_payable_amount: string; payable_amount: string; difference: string };
  /** What else follows from the change. */
  notes: readonly string[];
  /** More rows of the list. */
  children?: ReactNode;
}

/** The price before and after a change, with the difference. */
export function PriceChange({ price, notes, children }: PriceChangeProps) {
  const { t } = useTranslation();
  const sign = Number(price.difference) > 0 ? "+" : "";
  return (
    <section className={classes.price} aria-label={t("bookings.edit_price")} aria-live="polite">
      <dl>
        <div>
          <dt>{t("bookings.edit_before")}</dt>
          <dd>
            <Money amount={price.previous_payable_amount} />
          </dd>
        </div>
        <div>
          <dt>{t("bookings.edit_after")}</dt>
          <dd>
            <strong>
              <Money amount={price.payable_amount} />
            </strong>
          </dd>
        </div>
        <div>
          <dt>{t("bookings.edit_difference")}</dt>
          <dd>
            <bdi dir="ltr">
              {sign}
              <Money amount={price.difference} />
            </bdi>
          </dd>
        </div>
        {children}
      </dl>
      {notes.length > 0 ? (
        <ul>
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}
