import { Select, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { carTypesQuery } from "@/api/catalogue";
import { changeVehicle, type VehicleChanges } from "@/api/profile";
import type { DriverDetails } from "@/api/types";
import { Form } from "@/ui/form/form";
import classes from "./form.module.css";
import { MapAppSelect } from "./map-app-select";
import { SaveBar } from "./save-bar";
import { Section } from "./section";
import { useProfileForm } from "./use-profile-form";

type Field = "vehicle_make" | "vehicle_model" | "vehicle_number" | "other_info";

/** Returns the fields to save. The car type only if the driver had none, because only admins change it later. */
function changesOf({ car_type, ...texts }: Record<Field | "car_type", string>): VehicleChanges {
  return car_type === "" ? texts : { ...texts, car_type: Number(car_type) };
}

/** The driver's vehicle. */
export function VehicleCard({ driver }: { driver: DriverDetails }) {
  const { t } = useTranslation();
  const { vehicle_make, vehicle_model, vehicle_number, other_info } = driver;
  const carTypes = useQuery({ ...carTypesQuery(), enabled: driver.car_type === null });
  const form = useProfileForm({
    saved: { vehicle_make, vehicle_model, vehicle_number, other_info, car_type: "" },
    send: (values) => changeVehicle(changesOf(values)),
    notice: t("profile.vehicle.saved"),
  });
  const field = (name: Field, maxLength: number) => ({
    ...form.field(name),
    maxLength,
    dir: "auto",
    autoComplete: "off",
  });

  return (
    <Section id="vehicle" title={t("profile.vehicle.title")}>
      <Form form={form} className={classes.form}>
        {driver.car_type ? (
          <dl className={classes.facts}>
            <div>
              <dt>{t("profile.vehicle.car_type")}</dt>
              <dd>
                <bdi>{driver.car_type.name}</bdi>
              </dd>
            </div>
          </dl>
        ) : (
          <Select
            label={t("profile.vehicle.car_type")}
            placeholder={t("profile.vehicle.car_type_choose")}
            description={t("profile.vehicle.car_type_once")}
            inputWrapperOrder={["label", "input", "description"]}
            data={(carTypes.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
            {...form.field("car_type")}
            value={form.values.car_type || null}
            onChange={(id) => form.setFieldValue("car_type", id ?? "")}
          />
        )}
        <div className={classes.pair}>
          <TextInput {...field("vehicle_make", 80)} label={t("profile.vehicle.make")} />
          <TextInput {...field("vehicle_model", 80)} label={t("profile.vehicle.model")} />
        </div>
        <TextInput {...field("vehicle_number", 30)} label={t("profile.vehicle.number")} />
        <TextInput
          {...field("other_info", 250)}
          label={t("profile.vehicle.other")}
          description={t("profile.vehicle.other_hint")}
          inputWrapperOrder={["label", "input", "description"]}
        />
        <MapAppSelect />
        <SaveBar form={form} />
      </Form>
    </Section>
  );
}
