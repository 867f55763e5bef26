import { useTranslation } from "react-i18next";
import type { Booking, UserType } from "@/api/types";
import { FareBreakdown } from "@/ui/fare-breakdown";
import { Money } from "@/ui/money";
import classes from "./booking-detail.module.css";

type AmountField =
  | "discount"
  | "cash_payment_amount"
  | "used_wallet_money"
  | "card_payment_amount"
  | "driver_share"
  | "convenience_fees";

const PAID_WITH = ["cash_payment_amount", "used_wallet_money", "card_payment_amount"] as const;
const INSIDE = ["driver_share", "convenience_fees"] as const;

/** From here on the fare is measured and owed; before, it is only planned. */
const OWED = ["REACHED", "PENDING", "PAID", "COMPLETE"];

const isSome = (amount: string | null): amount is string => amount !== null && /[1-9]/.test(amount);

/** The fare line by line, how it was paid, and for drivers and staff how it was shared. */
export function BookingMoney({ booking, role }: { booking: Booking; role: UserType | null }) {
  const { t } = useTranslation();
  const isCancelled = booking.status === "CANCELLED";
  const showsShares = role !== "rider" && !isCancelled;
  const fields: AmountField[] = ["discount", ...PAID_WITH, ...(showsShares ? INSIDE : [])];
  const heading = OWED.includes(booking.status)
    ? t("bookings.money")
    : t(isCancelled ? "bookings.money_cancelled" : "bookings.money_planned");
  const shown = fields.flatMap((field) => {
    const amount = booking[field];
    return isSome(amount) ? [{ field, amount }] : [];
  });
  return (
    <section className={classes.card} aria-labelledby="money">
      <h2 id="money">{heading}</h2>
      <FareBreakdown lines={booking.breakdown} total={booking.trip_cost} />
      {shown.length > 0 ? (
        <dl className={classes.paid}>
          {shown.map(({ field, amount }) => (
            <div key={field}>
              <dt>{t(`bookings.${field}`)}</dt>
              <dd>
                <Money amount={amount} />
              </dd>
            </div>
          ))}
        </dl>
      ) : null}
    </section>
  );
}
