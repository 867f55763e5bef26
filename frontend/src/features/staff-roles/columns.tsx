import type { TFunction } from "i18next";
import { AREAS, type StaffRole } from "@/api/staff-roles";
import type { useFormat } from "@/i18n/use-format";
import type { Column } from "@/ui/data-table/types";

/** Returns the areas in which the role has the level. */
const areasAt = (role: StaffRole, level: "view" | "change", t: TFunction): string[] =>
  AREAS.filter((area) => role.permissions[area] === level).map((area) => t(`staff.areas.${area}`));

export function roleColumns(
  t: TFunction,
  { number }: ReturnType<typeof useFormat>,
): Column<StaffRole>[] {
  return [
    {
      id: "name",
      label: t("staff.name"),
      place: "title",
      cell: ({ name }) => (
        <strong>
          <bdi>{name}</bdi>
        </strong>
      ),
    },
    {
      id: "people",
      label: t("staff.people"),
      amount: true,
      place: "aside",
      cell: ({ people }) => number(people),
    },
    {
      id: "change",
      label: t("staff.levels.change"),
      cell: (role) => areasAt(role, "change", t).join(" · ") || "–",
    },
    {
      id: "view",
      label: t("staff.levels.view"),
      cell: (role) => areasAt(role, "view", t).join(" · ") || "–",
    },
    {
      id: "two_factor",
      label: t("staff.two_factor"),
      cell: ({ two_factor }) => (two_factor ? t("staff.required") : "–"),
    },
  ];
}
