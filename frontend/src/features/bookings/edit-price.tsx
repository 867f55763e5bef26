import { useTranslation } from "react-i18next";
import type { Booking, EditPreview } from "@/api/types";
import { useFormat } from "@/i18n/use-format";
import { Money } from "@/ui/money";
import classes from "./edit-booking.module.css";

interface EditPriceProps {
  booking: Booking;
  preview: EditPreview;
}

/** The price after the edit, and its side effects. */
export function EditPrice({ booking, preview }: EditPriceProps) {
  const { t } = useTranslation();
  const { money } = useFormat();
  const notes = [
    Number(preview.difference) === 0 ? t("bookings.edit_price_stays") : "",
    preview.promo_falls_away ? t("bookings.edit_promo") : "",
    Number(preview.charged) > 0
      ? t("bookings.edit_charged", { amount: money(preview.charged) })
      : "",
    Number(preview.refunded) > 0
      ? t("bookings.edit_refunded", { amount: money(preview.refunded) })
      : "",
    Number(preview.left_to_pay) > 0
      ? t("bookings.edit_left", { amount: money(preview.left_to_pay) })
      : "",
    preview.driver_released
      ? t("bookings.edit_released", { driver: booking.driver?.name ?? "" })
      : "",
    preview.search_restarts && !preview.driver_released ? t("bookings.edit_search") : "",
    preview.search_restarts && preview.drivers_nearby === 0 ? t("bookings.edit_no_drivers") : "",
  ].filter(Boolean);
  const sign = Number(preview.difference) > 0 ? "+" : "";

  return (
    <section className={classes.price} aria-label={t("bookings.edit_price")} aria-live="polite">
      <dl>
        <div>
          <dt>{t("bookings.edit_before")}</dt>
          <dd>
            <Money amount={preview.previous_payable_amount} />
          </dd>
        </div>
        <div>
          <dt>{t("bookings.edit_after")}</dt>
          <dd>
            <strong>
              <Money amount={preview.payable_amount} />
            </strong>
          </dd>
        </div>
        <div>
          <dt>{t("bookings.edit_difference")}</dt>
          <dd>
            <bdi dir="ltr">
              {sign}
              <Money amount={preview.difference} />
            </bdi>
          </dd>
        </div>
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
