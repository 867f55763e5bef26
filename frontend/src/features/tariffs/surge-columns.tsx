import type { TFunction } from "i18next";
import type { SurgeChange } from "@/api/surge";
import type { useFormat } from "@/i18n/use-format";
import type { Column } from "@/ui/data-table/types";

export function surgeColumns(
  t: TFunction,
  { dateTime, number }: ReturnType<typeof useFormat>,
): Column<SurgeChange>[] {
  return [
    {
      id: "computed_at",
      label: t("tariffs.surge_at"),
      sort: "computed_at",
      cell: (row) => dateTime(row.computed_at),
    },
    {
      id: "zone",
      label: t("tariffs.surge_zone"),
      place: "title",
      cell: (row) => <bdi>{row.zone || t("tariffs.surge_elsewhere")}</bdi>,
    },
    {
      id: "car_type",
      label: t("tariffs.surge_car_type"),
      cell: (row) => <bdi>{row.car_type_name}</bdi>,
    },
    {
      id: "previous",
      label: t("tariffs.surge_previous"),
      amount: true,
      cell: (row) => number(Number(row.previous)),
    },
    {
      id: "factor",
      label: t("tariffs.surge_factor"),
      amount: true,
      place: "aside",
      cell: (row) => <strong>{number(Number(row.factor))}</strong>,
    },
    {
      id: "waiting",
      label: t("tariffs.surge_waiting"),
      amount: true,
      cell: (row) => number(row.waiting),
    },
    {
      id: "free",
      label: t("tariffs.surge_free"),
      amount: true,
      cell: (row) => number(row.free),
    },
    {
      id: "ended_at",
      label: t("tariffs.surge_until"),
      cell: (row) => (row.ended_at ? dateTime(row.ended_at) : "–"),
    },
  ];
}
