import { Badge } from "@mantine/core";
import type { TFunction } from "i18next";
import type { Vehicle } from "@/api/fleet";
import type { Column } from "@/ui/data-table/types";
import { PersonLink } from "@/ui/record-link";

const FEATURES = ["wheelchair", "child_seat", "pets"] as const;
const NUMBERS = ["year", "seats", "luggage"] as const;

export function vehicleColumns(t: TFunction): Column<Vehicle>[] {
  return [
    {
      id: "plate",
      label: t("fleet.plate"),
      sort: "plate",
      alphabetical: true,
      place: "title",
      cell: (row) => (
        <strong>
          <bdi>{row.plate}</bdi>
        </strong>
      ),
    },
    {
      id: "active",
      label: t("fleet.state"),
      place: "aside",
      cell: (row) => (
        <Badge variant="light" color={row.active ? "teal" : "gray"} tt="none">
          {t(row.active ? "fleet.in_use" : "fleet.not_used")}
        </Badge>
      ),
    },
    {
      id: "make",
      label: t("people.col_vehicle_make"),
      sort: "make",
      alphabetical: true,
      cell: (row) => row.make,
    },
    { id: "model", label: t("people.col_vehicle_model"), cell: (row) => row.model },
    {
      id: "driver",
      label: t("fleet.subject_driver"),
      cell: ({ assignment }) =>
        assignment ? (
          <PersonLink id={assignment.driver.id} kind="driver">
            <bdi>{assignment.driver.name || `#${assignment.driver.id}`}</bdi>
          </PersonLink>
        ) : (
          "–"
        ),
    },
    { id: "car_type", label: t("people.col_car_type"), cell: (row) => row.car_type.name },
    {
      id: "fleet_admin",
      label: t("people.col_fleet_admin"),
      cell: (row) => row.fleet_admin?.name ?? "–",
    },
    {
      id: "licence_number",
      label: t("fleet.licence_number"),
      cell: (row) => (row.licence_number ? <bdi>{row.licence_number}</bdi> : "–"),
    },
    { id: "colour", label: t("fleet.colour"), hidden: true, cell: (row) => row.colour || "–" },
    ...NUMBERS.map(
      (id): Column<Vehicle> => ({
        id,
        label: t(`fleet.${id}`),
        amount: true,
        hidden: true,
        cell: (row) => row[id] ?? "–",
      }),
    ),
    ...FEATURES.map(
      (id): Column<Vehicle> => ({
        id,
        label: t(`fleet.${id}`),
        hidden: true,
        cell: (row) => (row[id] ? t("fleet.yes") : "–"),
      }),
    ),
  ];
}
