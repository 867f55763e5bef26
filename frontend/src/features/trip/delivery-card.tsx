import { useTranslation } from "react-i18next";
import type { Booking, BookingStatus } from "@/api/types";
import { BookingPhotos } from "@/ui/booking-photos";
import { Money } from "@/ui/money";
import { PhoneLink } from "@/ui/phone-link";
import classes from "./delivery-card.module.css";

const CODE_SHOWN = new Set<BookingStatus>(["NEW", "ACCEPTED", "ARRIVED", "STARTED"]);

/** The parcel, its recipient, the delivery code, and the photos. */
export function DeliveryCard({ booking }: { booking: Booking }) {
  const { t } = useTranslation();
  const { otp, status, delivery_person: person, delivery_person_phone: phone } = booking;
  const extras = [booking.parcel_type_selected, booking.option_selected].filter(
    (extra) => extra !== null,
  );

  return (
    <section className={classes.card} aria-label={t("trip.parcel")}>
      {otp && CODE_SHOWN.has(status) ? (
        <div className={classes.otp}>
          <p>{person ? t("trip.otp_receiver", { name: person }) : t("trip.otp_receiver_plain")}</p>
          <p className={classes.code} dir="ltr">
            <span className="hx-visually-hidden">{[...otp].join(" ")}</span>
            <span aria-hidden="true">{otp}</span>
          </p>
        </div>
      ) : null}
      <dl className={classes.facts}>
        {person || phone ? (
          <div>
            <dt>{t("trip.receiver")}</dt>
            <dd>
              <bdi>{person}</bdi>
              {phone ? <PhoneLink number={phone} /> : null}
            </dd>
          </div>
        ) : null}
        {extras.length > 0 ? (
          <div>
            <dt>{t("trip.parcel")}</dt>
            {extras.map(({ id, description, amount }) => (
              <dd key={`${description}-${id}`}>
                <bdi>{description}</bdi>
                {Number(amount) > 0 ? <Money amount={amount} /> : null}
              </dd>
            ))}
          </div>
        ) : null}
        {booking.pickup_instructions ? (
          <div>
            <dt>{t("trip.pickup_instructions")}</dt>
            <dd>
              <bdi>{booking.pickup_instructions}</bdi>
            </dd>
          </div>
        ) : null}
        {booking.delivery_instructions ? (
          <div>
            <dt>{t("trip.delivery_instructions")}</dt>
            <dd>
              <bdi>{booking.delivery_instructions}</bdi>
            </dd>
          </div>
        ) : null}
      </dl>
      <BookingPhotos booking={booking} />
    </section>
  );
}
