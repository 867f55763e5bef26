import { ActionIcon } from "@mantine/core";
import { IconPackage, IconPhone } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { Booking } from "@/api/types";
import { isNumber } from "@/ui/phone-link";
import classes from "./parcel-card.module.css";

/** The parcel, its recipient, and the instructions for the next stop. */
export function ParcelCard({ booking, next }: { booking: Booking; next: "pickup" | "drop" }) {
  const { t } = useTranslation();
  const { delivery_person: person, delivery_person_phone: phone } = booking;
  const parcel = [booking.parcel_type_selected, booking.option_selected]
    .flatMap((extra) => (extra ? [extra.description] : []))
    .join(" · ");
  const instructions =
    next === "pickup" ? booking.pickup_instructions : booking.delivery_instructions;

  return (
    <section className={classes.card} aria-label={t("driver.parcel")}>
      <IconPackage size={24} aria-hidden="true" />
      <div className={classes.text}>
        {parcel ? (
          <p className={classes.parcel}>
            <bdi>{parcel}</bdi>
          </p>
        ) : null}
        <p>
          {t("driver.receiver")}: <bdi>{person || phone}</bdi>
        </p>
      </div>
      {isNumber(phone) ? (
        <ActionIcon
          component="a"
          href={`tel:${phone.replace(/[^+\d]/g, "")}`}
          variant="default"
          size={48}
          radius="xl"
          aria-label={t("driver.call", { name: person || t("driver.receiver") })}
        >
          <IconPhone size={22} aria-hidden="true" />
        </ActionIcon>
      ) : null}
      {instructions ? (
        <p className={classes.instructions}>
          <bdi>{instructions}</bdi>
        </p>
      ) : null}
    </section>
  );
}
