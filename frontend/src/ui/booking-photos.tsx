import { useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { bookingKey } from "@/api/bookings";
import type { Booking } from "@/api/types";
import classes from "./booking-photos.module.css";

/** The photos of a parcel at pickup and drop-off; nothing if there are none. */
export function BookingPhotos({ booking }: { booking: Booking }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { pickup_image_url: pickup, deliver_image_url: deliver } = booking;
  const renewed = useRef<string | null>(null);
  // Photo URLs expire: refetch once when one fails.
  const renew = (failed: string) => {
    if (renewed.current === failed) return;
    renewed.current = failed;
    void client.invalidateQueries({ queryKey: bookingKey(booking.id) });
  };
  const photo = (kind: "pickup" | "deliver", address: string | null) =>
    address ? (
      <figure className={classes.photo}>
        <a href={address} target="_blank" rel="noreferrer">
          <img
            src={address}
            alt={t(`trip.photo_${kind}_alt`)}
            loading="lazy"
            onError={() => renew(address)}
          />
          <span className="hx-visually-hidden">{t("trip.photo_open")}</span>
        </a>
        <figcaption>{t(`trip.photo_${kind}`)}</figcaption>
      </figure>
    ) : null;

  if (!pickup && !deliver) return null;
  return (
    <div className={classes.photos}>
      {photo("pickup", pickup)}
      {photo("deliver", deliver)}
    </div>
  );
}
