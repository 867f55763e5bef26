import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Booking } from "@/api/types";
import { Avatar } from "@/ui/avatar";
import { PhoneLink } from "@/ui/phone-link";
import { PersonLink } from "@/ui/record-link";
import classes from "./booking-detail.module.css";

interface BookingPeopleProps {
  booking: Booking;
  /** What staff know about the rider. */
  children?: ReactNode;
}

/** The rider and the driver, with the contact details that the viewer may see. */
export function BookingPeople({ booking, children }: BookingPeopleProps) {
  const { t } = useTranslation();
  const { customer, driver, planned_driver: planned, backup_driver: backup } = booking;
  return (
    <section className={classes.card} aria-labelledby="people">
      <h2 id="people">{t("bookings.people")}</h2>
      <div className={classes.people}>
        <div className={classes.person}>
          <Avatar name={customer.name} image={customer.image} />
          <p>
            <PersonLink id={booking.street_trip ? null : customer.id} kind="rider">
              <bdi>{customer.name}</bdi>
            </PersonLink>
          </p>
          <Contact label={t("role.rider")} number={customer.contact} />
          {children}
        </div>
        {driver ? (
          <div className={classes.person}>
            <Avatar name={driver.name} image={driver.image} />
            <p>
              <PersonLink id={driver.id} kind="driver">
                <bdi>{driver.name}</bdi>
              </PersonLink>
            </p>
            <Contact label={t("role.driver")} number={driver.contact} />
            <PersonLink id={driver.id} kind="driver">
              <bdi dir="ltr" className={classes.plate}>
                {driver.vehicle_number}
              </bdi>
            </PersonLink>
          </div>
        ) : null}
        {planned && !driver ? (
          <div className={classes.person}>
            <Avatar name={planned.name} image={null} />
            <p>
              <PersonLink id={planned.id} kind="driver">
                <bdi>{planned.name}</bdi>
              </PersonLink>
            </p>
            <p>{t(planned.confirmed ? "bookings.plan_is_confirmed" : "bookings.plan_is_open")}</p>
          </div>
        ) : null}
        {backup ? (
          <div className={classes.person}>
            <Avatar name={backup.name} image={null} />
            <p>
              <PersonLink id={backup.id} kind="driver">
                <bdi>{backup.name}</bdi>
              </PersonLink>
            </p>
            <p>{t("bookings.backup_title")}</p>
          </div>
        ) : null}
      </div>
    </section>
  );
}

function Contact({ label, number }: { label: string; number: string }) {
  return (
    <p>
      {label}
      {number ? (
        <>
          {" · "}
          <PhoneLink number={number} />
        </>
      ) : null}
    </p>
  );
}
