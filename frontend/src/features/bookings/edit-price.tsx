import { useTranslation } from "react-i18next";
import type { Booking, EditPreview } from "@/api/types";
import { useFormat } from "@/i18n/use-format";
import { PriceChange } from "@/ui/price-change";

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

  return <PriceChange price={preview} notes={notes} />;
}
