import { Button } from "@mantine/core";
import { IconReceipt } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Booking } from "@/api/types";
import { useFormat } from "@/i18n/use-format";
import { FareBreakdown } from "@/ui/fare-breakdown";
import { Money } from "@/ui/money";
import classes from "./trip-receipt.module.css";

const FINAL = new Set(["REACHED", "PENDING", "PAID", "COMPLETE"]);
const SETTLED = new Set(["PAID", "COMPLETE"]);

/** The fare, as estimated or as driven, and what was paid of it. */
export function TripReceipt({ booking }: { booking: Booking }) {
  const { t } = useTranslation();
  const { distance, duration } = useFormat();
  const final = FINAL.has(booking.status);
  const driven = final && booking.distance_km !== null && booking.total_trip_time !== null;

  const paid = [
    { label: t("trip.paid_cash"), amount: booking.cash_payment_amount },
    { label: t("trip.paid_wallet"), amount: booking.used_wallet_money },
    {
      label: booking.gateway
        ? t("trip.paid_card_by", { gateway: booking.gateway_label })
        : t("trip.paid_card"),
      amount: booking.card_payment_amount,
    },
  ].filter(({ amount }) => Number(amount) > 0);
  const discounted = Number(booking.discount) > 0;

  return (
    <section className={classes.receipt}>
      <h2 className={classes.title}>
        {t(paid.length > 0 ? "trip.receipt" : final ? "trip.fare" : "trip.fare_estimated")}
      </h2>
      <p className={classes.facts}>
        {driven
          ? t("trip.driven", {
              distance: distance(booking.distance_km ?? 0),
              duration: duration(booking.total_trip_time ?? 0),
            })
          : t("trip.planned", {
              distance: distance(booking.estimate_distance_km),
              duration: duration(booking.estimate_duration_seconds),
            })}
      </p>
      <FareBreakdown lines={booking.breakdown} total={booking.trip_cost} />
      {discounted || paid.length > 0 ? (
        <dl className={classes.paid}>
          {discounted ? (
            <>
              <dt>{t("trip.discount")}</dt>
              <dd>
                <Money amount={`-${booking.discount}`} />
              </dd>
              <dt>{t("trip.payable")}</dt>
              <dd>
                <Money amount={booking.payable_amount} />
              </dd>
            </>
          ) : null}
          {paid.map(({ label, amount }) => (
            <div key={label} className={classes.way}>
              <dt>{label}</dt>
              <dd>
                <Money amount={amount} />
              </dd>
            </div>
          ))}
        </dl>
      ) : null}
      {final && booking.distance_source === "great_circle" ? (
        <p className={classes.facts}>{t("trip.as_crow_flies")}</p>
      ) : null}
      {SETTLED.has(booking.status) ? (
        <Button
          component={Link}
          to={`/bookings/${booking.id}/receipt`}
          variant="default"
          leftSection={<IconReceipt size={20} aria-hidden="true" />}
        >
          {t("receipt.open")}
        </Button>
      ) : null}
    </section>
  );
}
