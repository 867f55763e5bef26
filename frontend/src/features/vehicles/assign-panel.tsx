import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/error";
import { assignVehicle, type Vehicle, vehiclesKey } from "@/api/fleet";
import { DateTimeField } from "@/ui/dates/date-time-field";
import { useForm } from "@/ui/form/use-form";
import { SideForm } from "@/ui/side-panel";
import { AssignmentHistory } from "./assignment-history";
import { DriverSelect } from "./driver-select";

interface AssignPanelProps {
  vehicle: Vehicle;
  onClose: () => void;
}

/** Assigns a vehicle to a driver, now or later, and lists its assignments. */
export function AssignPanel({ vehicle, onClose }: AssignPanelProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const form = useForm({
    values: { driver: null as string | null, starts_at: "", ends_at: "" },
    send: ({ driver, starts_at, ends_at }) => {
      if (!driver) throw new ApiError(400, "invalid", "", { driver: t("fleet.driver_needed") });
      return assignVehicle(vehicle.id, {
        driver: Number(driver),
        starts_at: starts_at || null,
        ends_at: ends_at || null,
      });
    },
    notice: t("fleet.assigned"),
    onDone: () => {
      void client.invalidateQueries({ queryKey: vehiclesKey });
      onClose();
    },
  });
  const { error, value, onChange } = form.field("driver");
  const time = (name: "starts_at" | "ends_at") => {
    const field = form.field(name);
    return { value: field.value as string, onChange: field.onChange, error: field.error };
  };

  return (
    <SideForm
      title={t("fleet.assign_of", { plate: vehicle.plate })}
      onClose={onClose}
      form={form}
      saveLabel={t("fleet.assign")}
    >
      <DriverSelect value={value} onChange={onChange} error={error} />
      <DateTimeField
        {...time("starts_at")}
        label={t("fleet.starts")}
        description={t("fleet.starts_hint")}
      />
      <DateTimeField
        {...time("ends_at")}
        label={t("fleet.ends")}
        description={t("fleet.ends_hint")}
      />
      <AssignmentHistory vehicle={vehicle} />
    </SideForm>
  );
}
