import { Badge } from "@mantine/core";
import type { TFunction } from "i18next";
import type { TariffRow, TariffState } from "@/api/tariffs";
import type { useFormat } from "@/i18n/use-format";
import type { Column } from "@/ui/data-table/types";

export const STATE_COLORS: Record<TariffState, string> = {
  draft: "gray",
  scheduled: "yellow",
  in_force: "teal",
  superseded: "gray",
};

export function tariffColumns(
  t: TFunction,
  { dateTime, number }: ReturnType<typeof useFormat>,
): Column<TariffRow>[] {
  return [
    {
      id: "name",
      label: t("tariffs.name"),
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
      id: "state",
      label: t("tariffs.state"),
      place: "aside",
      cell: (row) => (
        <Badge variant="light" color={STATE_COLORS[row.state]} tt="none">
          {t(`tariffs.state_${row.state}`)}
        </Badge>
      ),
    },
    {
      id: "version",
      label: t("tariffs.version"),
      amount: true,
      cell: (row) => (row.version === null ? "–" : number(row.version)),
    },
    {
      id: "valid_from",
      label: t("tariffs.valid_from"),
      cell: (row) => (row.valid_from ? dateTime(row.valid_from) : "–"),
    },
    { id: "created_at", label: t("tariffs.created"), cell: (row) => dateTime(row.created_at) },
    {
      id: "published_at",
      label: t("tariffs.published_at"),
      cell: (row) => (row.published_at ? dateTime(row.published_at) : "–"),
    },
  ];
}
