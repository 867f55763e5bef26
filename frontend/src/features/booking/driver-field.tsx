import { NativeSelect } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { publicSettingsQuery } from "@/api/catalogue";
import { deskDriversQuery } from "@/api/desk";
import type { DeskDriver } from "@/api/types";
import type { Draft } from "./draft";

/** The drivers who can be chosen with the booking: for now the free ones, if staff assign; for later all. */
export function useDriversFor({ later, carTypeId }: Draft): DeskDriver[] | null {
  const { data: settings } = useQuery(publicSettingsQuery());
  const chosen = later || settings?.auto_dispatch === false;
  const { data = [] } = useQuery({ ...deskDriversQuery(), enabled: chosen });
  if (!chosen) return null;
  return data.filter(
    ({ car_type, state }) => car_type?.id === carTypeId && (later || state === "free"),
  );
}

interface DriverFieldProps {
  drivers: readonly DeskDriver[];
  driverId: number | null;
  onChange: (id: number | null) => void;
}

/** The driver who gets the request or the plan of the new booking; optional. */
export function DriverField({ drivers, driverId, onChange }: DriverFieldProps) {
  const { t } = useTranslation();
  return (
    <NativeSelect
      label={t("desk.driver")}
      value={driverId ?? ""}
      onChange={(event) => onChange(Number(event.currentTarget.value) || null)}
      data={[
        { value: "", label: t("desk.driver_none") },
        ...drivers.map(({ id, name, vehicle_number }) => ({
          value: String(id),
          label: [name, vehicle_number].filter(Boolean).join(" · "),
        })),
      ]}
    />
  );
}
