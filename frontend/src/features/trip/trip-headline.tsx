import { useTranslation } from "react-i18next";
import type { Booking } from "@/api/types";
import { useFormat } from "@/i18n/use-format";
import { reasonText } from "@/ui/cancel-labels";
import { firstName, headlineOf, shortPlace } from "./headline";
import classes from "./trip-headline.module.css";

/** The trip's status in one sentence, with the minutes left; announced politely on changes. */
export function TripHeadline({ booking, now }: { booking: Booking; now: Date }) {
  const { t } = useTranslation();
  const { money, duration, time, dateTime } = useFormat();
  const { key, etaSeconds } = headlineOf(booking, now);
  const driver = booking.driver;
  const name = firstName(driver?.name ?? "") || t("trip.your_driver_plain");
  const amount = money(booking.amount_due);
  const context = booking.app_category;
  const place = shortPlace(booking.drop.add);
  const at = etaSeconds === null ? null : time(new Date(now.getTime() + etaSeconds * 1000));

  const more = (): string => {
    switch (booking.status) {
      case "NEW":
        if (key === "now_scheduled")
          return t("trip.more_scheduled", { time: dateTime(booking.trip_date) });
        if (booking.hire_minutes !== null)
          return t("trip.more_new_hire", { from: shortPlace(booking.pickup.add) });
        return t("trip.more_new", { from: shortPlace(booking.pickup.add), to: place });
      case "ACCEPTED":
        return at ? t("trip.more_accepted", { time: at }) : t("trip.more_accepted_soon");
      case "ARRIVED":
        return driver ? t("trip.more_arrived", { plate: driver.vehicle_number }) : "";
      case "STARTED":
        return at ? t("trip.more_started", { time: at }) : "";
      case "REACHED":
        return t("trip.more_reached", { name, context });
      case "PENDING":
        return t("trip.more_pending", { name });
      case "PAID":
      case "COMPLETE":
        return t("trip.more_paid", { amount: money(booking.customer_paid) });
      case "PAYMENT_PENDING":
        return t("trip.more_payment_pending");
      case "CANCELLED":
        return booking.reason
          ? t("trip.more_cancelled", { reason: reasonText(booking.reason, t) })
          : "";
      default:
        return "";
    }
  };

  return (
    <div className={classes.head} aria-live="polite">
      <h1 className={classes.sentence}>
        {key === "now_hired"
          ? t("trip.now_hired")
          : t(`trip.${key}`, { name, amount, place, context })}
      </h1>
      <p className={classes.more}>{more()}</p>
      {etaSeconds === null ? null : (
        <p className={classes.eta}>
          <span className="hx-visually-hidden">
            {t("trip.eta", { time: duration(etaSeconds) })}
          </span>
          <span aria-hidden="true">{duration(etaSeconds)}</span>
        </p>
      )}
    </div>
  );
}
