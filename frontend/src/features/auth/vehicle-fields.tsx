import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { carTypesQuery } from "@/api/catalogue";
import { CarArt } from "@/ui/art/car-art";
import { PlainButton } from "@/ui/plain-button";
import { LicenceUpload } from "./licence-upload";
import { type FieldsProps, TextField } from "./register-fields";
import classes from "./register-page.module.css";

/** A driver's vehicle, its car type, and the licence. */
export function VehicleFields(props: FieldsProps) {
  const { t } = useTranslation();
  return (
    <fieldset className={classes.section}>
      <legend>{t("register.vehicle")}</legend>
      <div className={classes.pair}>
        <TextField {...props} name="vehicle_make" required />
        <TextField {...props} name="vehicle_model" required />
      </div>
      <TextField {...props} name="vehicle_number" required ltr />
      <CarTypePick {...props} />
      <TextField {...props} name="other_info" hint={t("register.other_info_hint")} />
      <LicenceUpload
        onChange={(license_image) => props.change({ license_image })}
        error={props.errorOf("license_image")}
      />
    </fieldset>
  );
}

function CarTypePick({ form, change, errorOf }: FieldsProps) {
  const { t } = useTranslation();
  const group = useId();
  const query = useQuery(carTypesQuery());
  const error = errorOf("car_type");
  return (
    <div
      role="radiogroup"
      aria-labelledby={`${group}-label`}
      aria-describedby={`${group}-error`}
      aria-invalid={Boolean(error)}
    >
      <div id={`${group}-label`} className={classes.label}>
        {t("register.car_type")} <span className={classes.star}>*</span>
      </div>
      <div className={classes.cars} data-wrong={Boolean(error) || undefined}>
        {query.isPending
          ? [1, 2, 3].map((each) => <Skeleton key={each} height={92} radius={14} />)
          : null}
        {query.data?.map((car) => (
          <label
            key={car.id}
            className={classes.car}
            data-checked={form.car_type === car.id || undefined}
          >
            <input
              className="hx-visually-hidden"
              type="radio"
              name={group}
              checked={form.car_type === car.id}
              onChange={() => change({ car_type: car.id })}
            />
            <CarArt icon={car.icon} image={car.image} />
            <span dir="auto">{car.name}</span>
          </label>
        ))}
      </div>
      {query.isError ? (
        <div className={classes.failed} role="alert">
          <span>{t("register.cars_failed")}</span>
          <PlainButton onClick={() => void query.refetch()}>{t("app.retry")}</PlainButton>
        </div>
      ) : null}
      {query.data?.length === 0 ? <p className={classes.wrong}>{t("errors.no_cars")}</p> : null}
      <p id={`${group}-error`} className={classes.wrong}>
        {error}
      </p>
    </div>
  );
}
