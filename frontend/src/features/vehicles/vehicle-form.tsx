import { Checkbox, NativeSelect, TextInput } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { carTypesQuery } from "@/api/catalogue";
import { addVehicle, changeVehicle, type Vehicle, vehiclesKey } from "@/api/fleet";
import { fleetAdminsQuery } from "@/api/people";
import { useMay } from "@/api/permissions";
import { useViewer } from "@/api/session";
import { AmountInput } from "@/ui/amount-input";
import { useForm } from "@/ui/form/use-form";
import { SideForm } from "@/ui/side-panel";
import { TwoColumns } from "@/ui/two-columns";

const NUMBERS = ["year", "seats", "luggage"] as const;
const FEATURES = ["wheelchair", "child_seat", "pets"] as const;

function draftOf(vehicle: Vehicle | null) {
  const text = (value: number | null | undefined) => String(value ?? "");
  return {
    plate: vehicle?.plate ?? "",
    licence_number: vehicle?.licence_number ?? "",
    make: vehicle?.make ?? "",
    model: vehicle?.model ?? "",
    colour: vehicle?.colour ?? "",
    year: text(vehicle?.year),
    seats: text(vehicle?.seats),
    luggage: text(vehicle?.luggage),
    wheelchair: vehicle?.wheelchair ?? false,
    child_seat: vehicle?.child_seat ?? false,
    pets: vehicle?.pets ?? false,
    car_type: text(vehicle?.car_type.id),
    fleet_admin: text(vehicle?.fleet_admin?.id),
    active: vehicle?.active ?? true,
  };
}
type Draft = ReturnType<typeof draftOf>;

/** The values as sent; the server refuses a text that is no number. */
function bodyOf({ fleet_admin, ...draft }: Draft, isAdmin: boolean) {
  const number = (text: string) => (text.trim() || null) as unknown as number | null;
  return {
    ...draft,
    year: number(draft.year),
    seats: number(draft.seats),
    luggage: number(draft.luggage),
    car_type: Number(draft.car_type),
    ...(isAdmin ? { fleet_admin: fleet_admin ? Number(fleet_admin) : null } : {}),
  };
}

interface VehicleFormProps {
  /** The vehicle to edit, or null for a new one. */
  vehicle: Vehicle | null;
  onClose: () => void;
}

export function VehicleForm({ vehicle, onClose }: VehicleFormProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const isAdmin = useViewer().role === "admin";
  const carTypes = useQuery(carTypesQuery());
  const may = useMay();
  const fleets = useQuery({ ...fleetAdminsQuery(), enabled: isAdmin && may("people") });
  const form = useForm({
    values: draftOf(vehicle),
    send: (draft) => {
      const body = bodyOf(draft, isAdmin);
      return vehicle ? changeVehicle(vehicle.id, body) : addVehicle(body);
    },
    marks: ({ code }) =>
      code === "plate_taken" ? ["plate"] : code === "vehicle_assigned" ? ["active"] : [],
    notice: t(vehicle ? "fleet.vehicle_changed" : "fleet.vehicle_added"),
    onDone: () => {
      void client.invalidateQueries({ queryKey: vehiclesKey });
      onClose();
    },
  });
  /** The options, with the current one even if the list no longer has it. */
  const options = (
    rows: readonly { id: number; name: string }[] = [],
    current: { id: number; name: string } | null | undefined,
    none: string,
  ) => [
    { value: "", label: none },
    ...[...rows, ...(current && rows.every(({ id }) => id !== current.id) ? [current] : [])].map(
      ({ id, name }) => ({ value: String(id), label: name }),
    ),
  ];

  return (
    <SideForm
      title={vehicle ? t("fleet.vehicle_of", { plate: vehicle.plate }) : t("fleet.vehicle_add")}
      onClose={onClose}
      form={form}
      saveLabel={vehicle ? t("app.save") : t("fleet.vehicle_add")}
    >
      <TwoColumns>
        <TextInput
          {...form.field("plate")}
          label={t("fleet.plate")}
          maxLength={30}
          data-autofocus
        />
        <TextInput
          {...form.field("licence_number")}
          label={t("fleet.licence_number")}
          maxLength={30}
        />
        <TextInput {...form.field("make")} label={t("people.col_vehicle_make")} maxLength={80} />
        <TextInput {...form.field("model")} label={t("people.col_vehicle_model")} maxLength={80} />
        <TextInput {...form.field("colour")} label={t("fleet.colour")} maxLength={40} />
        {NUMBERS.map((name) => (
          <AmountInput
            key={name}
            {...form.field(name)}
            label={t(`fleet.${name}`)}
            inputMode="numeric"
          />
        ))}
        <NativeSelect
          {...form.field("car_type")}
          label={t("people.col_car_type")}
          data={options(carTypes.data, vehicle?.car_type, t("fleet.choose"))}
        />
        {isAdmin ? (
          <NativeSelect
            {...form.field("fleet_admin")}
            label={t("people.col_fleet_admin")}
            data={options(fleets.data, vehicle?.fleet_admin, t("people.no_fleet_admin"))}
          />
        ) : null}
      </TwoColumns>
      {FEATURES.map((name) => (
        <Checkbox
          key={name}
          {...form.field(name, { type: "checkbox" })}
          label={t(`fleet.${name}`)}
        />
      ))}
      <Checkbox {...form.field("active", { type: "checkbox" })} label={t("fleet.in_use")} />
    </SideForm>
  );
}
