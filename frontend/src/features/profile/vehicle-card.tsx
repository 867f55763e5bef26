import { Select, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { carTypesQuery } from "@/api/catalogue";
import { changeVehicle, type VehicleChanges } from "@/api/profile";
import type { DriverDetails } from "@/api/types";
import classes from "./form.module.css";
import { MapAppSelect } from "./map-app-select";
import { SaveBar } from "./save-bar";
import { Section } from "./section";
import { useDraft } from "./use-draft";
import { useSave } from "./use-save";

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
  const draft = useDraft({ vehicle_make, vehicle_model, vehicle_number, other_info, car_type: "" });
  const saving = useSave(changeVehicle, { message: t("profile.vehicle.saved"), after: draft.undo });
  const field = (name: Field, maxLength: number) => ({
    value: draft.shown[name],
    maxLength,
    dir: "auto",
    autoComplete: "off",
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => {
      saving.reset();
      draft.change(name, event.currentTarget.value);
    },
  });

  return (
    <Section id="vehicle" title={t("profile.vehicle.title")}>
      <form
        noValidate
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          saving.mutate(changesOf(draft.clean()));
        }}
      >
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
            value={draft.shown.car_type || null}
            onChange={(id) => {
              saving.reset();
              draft.change("car_type", id ?? "");
            }}
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
        <SaveBar
          changed={draft.changed}
          working={saving.isPending}
          error={saving.error}
          onUndo={() => {
            saving.reset();
            draft.undo();
          }}
        />
      </form>
    </Section>
  );
}
