import { Badge } from "@mantine/core";
import type { TFunction } from "i18next";
import type { Requirement } from "@/api/requirements";
import type { useFormat } from "@/i18n/use-format";
import type { Column } from "@/ui/data-table/types";

export const nameOf = ({ kind, subject }: Requirement, t: TFunction): string =>
  t("fleet.document_of", { kind: t(`people.kinds.${kind}`), owner: t(`fleet.subject_${subject}`) });

export function requirementColumns(
  t: TFunction,
  { number }: ReturnType<typeof useFormat>,
): Column<Requirement>[] {
  return [
    {
      id: "kind",
      label: t("people.document_kind"),
      place: "title",
      cell: (row) => <strong>{t(`people.kinds.${row.kind}`)}</strong>,
    },
    {
      id: "subject",
      label: t("fleet.applies_to"),
      place: "under",
      cell: (row) => t(`fleet.subject_${row.subject}`),
    },
    {
      id: "effect",
      label: t("fleet.effect"),
      place: "aside",
      cell: (row) => (
        <Badge variant="light" color={row.effect === "blocks" ? "brick" : "yellow"} tt="none">
          {t(`fleet.effect_${row.effect}`)}
        </Badge>
      ),
    },
    {
      id: "grace_days",
      label: t("fleet.grace_days"),
      amount: true,
      cell: (row) => number(row.grace_days),
    },
    {
      id: "car_type",
      label: t("people.col_car_type"),
      cell: (row) => row.car_type?.name ?? t("people.filter_car_type"),
    },
    {
      id: "fleet_admin",
      label: t("people.col_fleet_admin"),
      cell: (row) =>
        row.fleet_admin
          ? row.fleet_admin.name || `#${row.fleet_admin.id}`
          : t("people.filter_fleet_admin"),
    },
  ];
}
