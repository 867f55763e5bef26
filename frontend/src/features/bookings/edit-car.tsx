import { NativeSelect } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { carTypesQuery } from "@/api/catalogue";
import type { Booking, ParcelChoice } from "@/api/types";
import type { EditDraft } from "./edit-draft";

interface EditCarProps {
  booking: Booking;
  draft: EditDraft;
  onChange: (change: Partial<EditDraft>) => void;
  errorOf: (field: string) => string | undefined;
}

const idOf = (value: string) => (value ? Number(value) : null);

/** The car type, and the parcel of a delivery. */
export function EditCar({ booking, draft, onChange, errorOf }: EditCarProps) {
  const { t } = useTranslation();
  const cars = useQuery(carTypesQuery()).data ?? [];
  const car = cars.find(({ id }) => id === draft.carTypeId);
  const known = cars.some(({ id }) => id === booking.car_type.id);
  const parcels = booking.app_category === "delivery" ? car : undefined;

  const choices = (list: ParcelChoice[]) => [
    { value: "", label: t("bookings.edit_none") },
    ...list.map(({ id, description }) => ({ value: String(id), label: description })),
  ];

  return (
    <>
      <NativeSelect
        label={t("bookings.car_type")}
        value={String(draft.carTypeId ?? "")}
        error={errorOf("car_type_id")}
        data={[
          // A choice that is no longer offered stays as booked.
          ...(known
            ? []
            : [{ value: String(booking.car_type.id ?? ""), label: booking.car_type.name }]),
          ...cars.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        onChange={(event) => {
          const carTypeId = idOf(event.currentTarget.value);
          const back = carTypeId === booking.car_type.id;
          onChange({
            carTypeId,
            parcelTypeId: back ? (booking.parcel_type_selected?.id ?? null) : null,
            optionId: back ? (booking.option_selected?.id ?? null) : null,
          });
        }}
      />
      {parcels && parcels.parcel_types.length > 0 ? (
        <NativeSelect
          label={t("bookings.parcel_type")}
          value={String(draft.parcelTypeId ?? "")}
          error={errorOf("parcel_type_id")}
          data={choices(parcels.parcel_types)}
          onChange={(event) => onChange({ parcelTypeId: idOf(event.currentTarget.value) })}
        />
      ) : null}
      {parcels && parcels.options.length > 0 ? (
        <NativeSelect
          label={t("bookings.parcel_option")}
          value={String(draft.optionId ?? "")}
          error={errorOf("option_id")}
          data={choices(parcels.options)}
          onChange={(event) => onChange({ optionId: idOf(event.currentTarget.value) })}
        />
      ) : null}
    </>
  );
}
