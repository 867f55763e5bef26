import { IconStarFilled } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { Booking } from "@/api/types";
import { CarArt } from "@/ui/art/car-art";
import { Avatar } from "@/ui/avatar";
import classes from "./driver-card.module.css";

/** The driver, the car and its plate, large enough to read at arm's length. */
export function DriverCard({ booking }: { booking: Booking }) {
  const { t } = useTranslation();
  const { driver, car_type } = booking;
  if (!driver) return null;
  const car = [driver.vehicle_make, driver.vehicle_model].filter(Boolean).join(" ");

  return (
    <section className={classes.card} aria-label={t("trip.driver")}>
      <div className={classes.vehicle}>
        <p className={classes.plate} dir="ltr">
          <span className="hx-visually-hidden">{t("trip.plate")} </span>
          {driver.vehicle_number}
        </p>
        <CarArt icon={car_type.icon} image={car_type.image} size={104} />
      </div>
      <div className={classes.person}>
        <Avatar name={driver.name} image={driver.image} size={52} />
        <div className={classes.text}>
          <p className={classes.name}>
            <bdi>{driver.name}</bdi>
            {driver.rating ? (
              <span className={classes.rating}>
                <IconStarFilled size={14} aria-hidden="true" />
                <span aria-hidden="true">{driver.rating}</span>
                <span className="hx-visually-hidden">
                  {t("trip.rated", { rating: driver.rating })}
                </span>
              </span>
            ) : null}
          </p>
          <p className={classes.car}>
            <bdi>{car || car_type.name}</bdi>
            {car ? (
              <>
                {" · "}
                <bdi>{car_type.name}</bdi>
              </>
            ) : null}
          </p>
        </div>
      </div>
      {booking.otp &&
      booking.app_category !== "delivery" &&
      (booking.status === "ACCEPTED" || booking.status === "ARRIVED") ? (
        <div className={classes.otp}>
          <p>{t("trip.otp")}</p>
          <p className={classes.code} dir="ltr">
            <span className="hx-visually-hidden">{[...booking.otp].join(" ")}</span>
            <span aria-hidden="true">{booking.otp}</span>
          </p>
        </div>
      ) : null}
    </section>
  );
}
