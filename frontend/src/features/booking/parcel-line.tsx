import { UnstyledButton } from "@mantine/core";
import { IconPackage } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import classes from "./parcel-line.module.css";
import type { BookingFlow } from "./use-booking-flow";

/** The chosen parcel, with a button to change it. */
export function ParcelLine({ flow }: { flow: BookingFlow }) {
  const { t } = useTranslation();
  const { car, needsChoice } = flow.parcel;
  const { parcelTypeId, optionId } = flow.draft.parcel;
  if (!needsChoice || !car) return null;
  const chosen = [
    car.parcel_types.find(({ id }) => id === parcelTypeId),
    car.options.find(({ id }) => id === optionId),
  ].flatMap((choice) => (choice ? [choice.description] : []));

  return (
    <p className={classes.line}>
      <IconPackage size={22} aria-hidden="true" />
      <bdi>{chosen.join(" · ") || t("booking.parcel_none")}</bdi>
      <UnstyledButton
        className={classes.change}
        disabled={flow.book.isPending || flow.book.unknown}
        onClick={flow.changeParcel}
      >
        {t("booking.parcel_change")}
      </UnstyledButton>
    </p>
  );
}
