import { IconClockHour4 } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { bookingKey } from "@/api/bookings";
import type { Booking } from "@/api/types";
import { clockTime, useCountdown } from "@/ui/use-countdown";
import classes from "./payment.module.css";

/** Returns the seconds until the payment deadline, or null if there is none. */
export function useTimeToPay({ payment_due_at }: Booking): number | null {
  const seconds = useCountdown(payment_due_at ? Date.parse(payment_due_at) : 0);
  return payment_due_at ? seconds : null;
}

/** Counts down to the payment deadline, then refetches the booking. */
export function PayClock({ booking }: { booking: Booking }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const left = useTimeToPay(booking);
  const over = left === 0;

  useEffect(() => {
    if (over) void client.invalidateQueries({ queryKey: bookingKey(booking.id) });
  }, [over, client, booking.id]);

  if (left === null) return null;
  return (
    <p className={classes.clock} data-late={left < 120 || undefined} role="timer">
      <IconClockHour4 size={20} aria-hidden="true" />
      {over ? (
        t("errors.payment_expired")
      ) : (
        <>
          <span>{t("trip.pay_within")}</span>
          <bdi dir="ltr" className="hx-tabular">
            {clockTime(left)}
          </bdi>
        </>
      )}
    </p>
  );
}
