import { useTranslation } from "react-i18next";
import type { StopsPreview } from "@/api/types";
import { useFormat } from "@/i18n/use-format";
import { PriceChange } from "./price-change";

interface StopsPriceProps {
  preview: StopsPreview;
  by: "rider" | "staff";
  /** Whether the price is final. */
  fixed: boolean;
}

/** The price with other stops, and its side effects. */
export function StopsPrice({ preview, by, fixed }: StopsPriceProps) {
  const { t } = useTranslation();
  const { distance, duration, money } = useFormat();
  const staff = by === "staff";
  const { charged, refunded, left_to_pay: left } = preview;
  const notes = [
    Number(preview.difference) === 0 ? t("bookings.edit_price_stays") : "",
    preview.promo_falls_away ? t("bookings.edit_promo") : "",
    Number(charged) > 0
      ? t(staff ? "bookings.edit_charged" : "trip.stops_charged", { amount: money(charged) })
      : "",
    Number(refunded) > 0
      ? t(staff ? "bookings.edit_refunded" : "trip.stops_refunded", { amount: money(refunded) })
      : "",
    Number(left) > 0
      ? t(staff ? "bookings.edit_left" : "trip.stops_left", { amount: money(left) })
      : "",
    fixed ? "" : t("fare.estimated_note"),
    preview.search_restarts ? t("bookings.edit_search") : "",
  ].filter(Boolean);
  return (
    <PriceChange price={preview} notes={notes}>
      <div>
        <dt>{t("trip.stops_route")}</dt>
        <dd>
          {distance(preview.estimate_distance_km)} · {duration(preview.estimate_duration_seconds)}
        </dd>
      </div>
    </PriceChange>
  );
}
