import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { carTypesQuery } from "@/api/catalogue";
import { fleetAdminsQuery } from "@/api/people";
import { useMay } from "@/api/permissions";
import { useViewer } from "@/api/session";
import type { ListFilter } from "@/ui/data-table/types";

/** The filters of the list of vehicles; only admins filter by fleet. */
export function useVehicleFilters(): ListFilter[] {
  const { t } = useTranslation();
  const isAdmin = useViewer().role === "admin";
  const carTypes = useQuery(carTypesQuery());
  const may = useMay();
  const fleets = useQuery({ ...fleetAdminsQuery(), enabled: isAdmin && may("people") });
  const choice = (name: string, label: string, options: [string, string][]): ListFilter => ({
    name,
    label,
    kind: "select",
    options: options.map(([value, label]) => ({ value, label })),
  });
  const named = (rows: readonly { id: number; name: string }[] = []) =>
    rows.map(({ id, name }): [string, string] => [String(id), name]);
  const fleet = choice("fleet_admin", t("people.col_fleet_admin"), named(fleets.data));
  return [
    choice("assigned", t("fleet.subject_driver"), [
      ["true", t("fleet.with_driver")],
      ["false", t("fleet.without_driver")],
    ]),
    choice("active", t("fleet.state"), [
      ["true", t("fleet.in_use")],
      ["false", t("fleet.not_used")],
    ]),
    choice("car_type", t("people.col_car_type"), named(carTypes.data)),
    ...(isAdmin ? [fleet] : []),
  ];
}
