import { Badge } from "@mantine/core";
import type { TFunction } from "i18next";
import type { Rank } from "@/api/ranks";
import type { useFormat } from "@/i18n/use-format";
import type { Column } from "@/ui/data-table/types";

export function rankColumns(
  t: TFunction,
  { number }: ReturnType<typeof useFormat>,
): Column<Rank>[] {
  return [
    {
      id: "name",
      label: t("fleet.rank_name"),
      sort: "name",
      alphabetical: true,
      place: "title",
      cell: (row) => (
        <strong>
          <bdi>{row.name}</bdi>
        </strong>
      ),
    },
    {
      id: "waiting",
      label: t("fleet.rank_waiting"),
      place: "under",
      cell: (row) =>
        t("fleet.rank_waiting_of", {
          waiting: number(row.waiting),
          max: number(row.max_drivers),
        }),
    },
    {
      id: "radius_m",
      label: t("fleet.rank_radius"),
      amount: true,
      cell: (row) => number(row.radius_m),
    },
    {
      id: "active",
      label: t("fleet.state"),
      place: "aside",
      cell: (row) => (
        <Badge variant="light" color={row.active ? "teal" : "gray"} tt="none">
          {t(row.active ? "fleet.rank_open" : "fleet.rank_closed")}
        </Badge>
      ),
    },
  ];
}
