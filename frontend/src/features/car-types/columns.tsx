import type { TFunction } from "i18next";
import { type AdminCarType, type CarTypeForm, changeCarType } from "@/api/admin-catalogue";
import type { useFormat } from "@/i18n/use-format";
import { CarArt } from "@/ui/art/car-art";
import type { CellEdit, Column } from "@/ui/data-table/types";
import { Money } from "@/ui/money";
import classes from "./car-types.module.css";
import type { Figure } from "./draft";

type Field = Figure | "name" | "extra_info" | "convenience_fee_type";

function editOf(kind: CellEdit<AdminCarType>["kind"], name: Field): CellEdit<AdminCarType> {
  return {
    kind,
    value: (row) => (kind === "number" ? row[name].replace(/\.?0+$/, "") || "0" : row[name]),
    apply: (row, value) => ({ ...row, [name]: value }),
    save: (row, value) => changeCarType(row.id, { [name]: value } as Partial<CarTypeForm>),
  };
}

export function carTypeColumns(
  t: TFunction,
  { number }: ReturnType<typeof useFormat>,
): Column<AdminCarType>[] {
  const money = (id: Figure): Column<AdminCarType> => ({
    id,
    label: t(`cartypes.${id}`),
    amount: true,
    cell: (row) => <Money amount={row[id]} />,
    edit: editOf("number", id),
  });
  return [
    {
      id: "image",
      label: t("cartypes.image"),
      place: "none",
      cell: (row) => <CarArt icon={row.icon} image={row.image} size={64} className={classes.art} />,
    },
    {
      id: "name",
      label: t("cartypes.name"),
      place: "title",
      cell: (row) => <strong>{row.name}</strong>,
      edit: editOf("text", "name"),
    },
    money("base_fare"),
    money("rate_per_unit_distance"),
    money("rate_per_hour"),
    money("min_fare"),
    {
      ...money("convenience_fees"),
      cell: (row) =>
        row.convenience_fee_type === "percentage" ? (
          `${number(Number(row.convenience_fees))}%`
        ) : (
          <Money amount={row.convenience_fees} />
        ),
    },
    {
      id: "convenience_fee_type",
      label: t("cartypes.convenience_fee_type"),
      cell: (row) => t(`cartypes.${row.convenience_fee_type}`),
      edit: {
        ...editOf("select", "convenience_fee_type"),
        options: (["percentage", "flat"] as const).map((value) => ({
          value,
          label: t(`cartypes.${value}`),
        })),
      },
    },
    {
      id: "extra_info",
      label: t("cartypes.extra_info"),
      place: "under",
      cell: (row) => row.extra_info,
      edit: editOf("text", "extra_info"),
    },
    ...(["seats", "luggage"] as const).map((id) => ({
      id,
      label: t(`cartypes.${id}`),
      hidden: true,
      cell: (row: AdminCarType) => row[id],
    })),
    {
      id: "drivers",
      label: t("cartypes.drivers"),
      amount: true,
      cell: (row) => number(row.drivers),
    },
    {
      id: "app_category",
      label: t("cartypes.category"),
      hidden: true,
      cell: (row) => t(`cartypes.categories.${row.app_category || "both"}`),
    },
  ];
}
