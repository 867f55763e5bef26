import { Badge } from "@mantine/core";
import i18next, { type TFunction } from "i18next";
import {
  type AdminPromo,
  changePromo,
  type PromoForm,
  type PromoState,
} from "@/api/admin-catalogue";
import { formatDate } from "@/i18n/format";
import { languageInfo } from "@/i18n/languages";
import type { useFormat } from "@/i18n/use-format";
import type { CellEdit, Column } from "@/ui/data-table/types";
import { Money } from "@/ui/money";

const COLORS: Record<PromoState, string> = { running: "moss", over: "gray", used_up: "lamp" };

type Field = keyof PromoForm & keyof AdminPromo;

/** An editable cell; an empty amount means none. */
function editOf(kind: CellEdit<AdminPromo>["kind"], name: Field): CellEdit<AdminPromo> {
  const sent = (value: string) => (value.trim() === "" ? null : value.trim());
  return {
    kind,
    value: (row) => shortAmount(String(row[name] ?? "")),
    apply: (row, value) => ({ ...row, [name]: kind === "number" ? sent(value) : value }),
    save: (row, value) =>
      changePromo(row.id, {
        [name]: kind === "number" ? sent(value) : value,
      } as Partial<PromoForm>),
  };
}

/** Shortens 10.0000 to 10, as it is typed. */
export function shortAmount(amount: string): string {
  return /^\d+\.\d+$/.test(amount) ? amount.replace(/\.?0+$/, "") : amount;
}

/** Formats a calendar day, which is the same in every time zone. */
const day = (date: string) =>
  formatDate(date, languageInfo(i18next.language).dateLocale, "UTC", { dateStyle: "medium" });

export function promoColumns(
  t: TFunction,
  { number }: ReturnType<typeof useFormat>,
): Column<AdminPromo>[] {
  const types = [
    { value: "flat", label: t("promos.flat") },
    { value: "percentage", label: t("promos.percentage") },
  ];
  return [
    {
      id: "promo_name",
      label: t("promos.name"),
      sort: "promo_name",
      alphabetical: true,
      place: "title",
      cell: (row) => <strong>{row.promo_name}</strong>,
      edit: editOf("text", "promo_name"),
    },
    {
      id: "state",
      label: t("promos.state"),
      place: "aside",
      cell: (row) => (
        <Badge variant="light" color={COLORS[row.state]}>
          {t(`promos.states.${row.state}`)}
        </Badge>
      ),
    },
    {
      id: "promo_description",
      label: t("promos.description"),
      place: "under",
      cell: (row) => row.promo_description,
      edit: editOf("text", "promo_description"),
    },
    {
      id: "promo_discount_type",
      label: t("promos.type"),
      cell: (row) => t(`promos.${row.promo_discount_type}`),
      edit: { ...editOf("select", "promo_discount_type"), options: types },
    },
    {
      id: "promo_discount_value",
      label: t("promos.value"),
      sort: "promo_discount_value",
      amount: true,
      cell: (row) =>
        row.promo_discount_type === "percentage" ? (
          `${number(Number(row.promo_discount_value))}%`
        ) : (
          <Money amount={row.promo_discount_value} />
        ),
      edit: editOf("number", "promo_discount_value"),
    },
    {
      id: "max_promo_discount_value",
      label: t("promos.max"),
      amount: true,
      cell: (row) =>
        row.max_promo_discount_value === null ? (
          "–"
        ) : (
          <Money amount={row.max_promo_discount_value} />
        ),
      edit: editOf("number", "max_promo_discount_value"),
    },
    {
      id: "min_order",
      label: t("promos.min_order"),
      amount: true,
      cell: (row) => <Money amount={row.min_order} />,
      edit: editOf("number", "min_order"),
    },
    {
      id: "promo_validity",
      label: t("promos.validity"),
      sort: "promo_validity",
      cell: (row) => <time dateTime={row.promo_validity}>{day(row.promo_validity)}</time>,
      edit: editOf("date", "promo_validity"),
    },
    {
      id: "promo_usage_limit",
      label: t("promos.limit"),
      amount: true,
      cell: (row) => number(row.promo_usage_limit),
      edit: editOf("number", "promo_usage_limit"),
    },
    {
      id: "user_avail",
      label: t("promos.used"),
      sort: "user_avail",
      amount: true,
      cell: (row) => number(row.user_avail),
    },
  ];
}
