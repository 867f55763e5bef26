import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Booking, ParcelChoice } from "@/api/types";
import { useFormat } from "@/i18n/use-format";
import { BookingPhotos } from "@/ui/booking-photos";
import { Money } from "@/ui/money";
import { PhoneLink } from "@/ui/phone-link";
import classes from "./booking-detail.module.css";

/** The delivery's own details: recipient, parcel, instructions, photos. */
export function BookingDelivery({ booking }: { booking: Booking }) {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  const { delivery_person: person, delivery_person_phone: phone } = booking;
  const unpaid = booking.status === "PAYMENT_PENDING" && booking.payment_due_at;

  const fact = (name: string, value: ReactNode, wide = false) => (
    <div data-wide={wide || undefined}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
  const extra = (name: string, { description, amount }: ParcelChoice) =>
    fact(
      name,
      <>
        <bdi>{description}</bdi> (<Money amount={amount} />)
      </>,
    );

  return (
    <section className={classes.card} aria-labelledby="delivery">
      <h2 id="delivery">{t("bookings.delivery")}</h2>
      <dl className={classes.facts}>
        {person ? fact(t("bookings.receiver"), <bdi>{person}</bdi>) : null}
        {phone ? fact(t("bookings.receiver_phone"), <PhoneLink number={phone} />) : null}
        {booking.parcel_type_selected
          ? extra(t("bookings.parcel_type"), booking.parcel_type_selected)
          : null}
        {booking.option_selected
          ? extra(t("bookings.parcel_option"), booking.option_selected)
          : null}
        {unpaid ? fact(t("bookings.payment_due"), dateTime(unpaid)) : null}
        {booking.prepaid ? fact(t("bookings.prepaid"), t("bookings.prepaid_yes")) : null}
        {booking.otp ? fact(t("bookings.otp"), <bdi dir="ltr">{booking.otp}</bdi>) : null}
        {booking.pickup_instructions
          ? fact(
              t("bookings.pickup_instructions"),
              <span dir="auto">{booking.pickup_instructions}</span>,
              true,
            )
          : null}
        {booking.delivery_instructions
          ? fact(
              t("bookings.delivery_instructions"),
              <span dir="auto">{booking.delivery_instructions}</span>,
              true,
            )
          : null}
      </dl>
      <BookingPhotos booking={booking} />
    </section>
  );
}
