import { Badge } from "@mantine/core";
import type { TFunction } from "i18next";
import type { TermsVersion } from "@/api/terms";
import type { useFormat } from "@/i18n/use-format";
import type { Column } from "@/ui/data-table/types";

export const versionName = ({ document, label }: TermsVersion, t: TFunction): string =>
  `${t(`terms.documents.${document}`)} ${label}`;

export function versionColumns(
  t: TFunction,
  { date, number }: ReturnType<typeof useFormat>,
): Column<TermsVersion>[] {
  return [
    {
      id: "label",
      label: t("terms.version"),
      place: "title",
      cell: ({ label }) => (
        <strong>
          <bdi>{label}</bdi>
        </strong>
      ),
    },
    {
      id: "document",
      label: t("terms.document"),
      place: "under",
      cell: ({ document }) => t(`terms.documents.${document}`),
    },
    {
      id: "state",
      label: t("terms.state"),
      place: "aside",
      cell: ({ published_at, is_current }) => (
        <Badge
          variant="light"
          color={is_current ? "green" : published_at ? "gray" : "blue"}
          tt="none"
        >
          {t(is_current ? "terms.is_current" : published_at ? "terms.is_replaced" : "terms.draft")}
        </Badge>
      ),
    },
    {
      id: "languages",
      label: t("terms.languages"),
      cell: ({ texts }) => <bdi>{Object.keys(texts).sort().join(", ")}</bdi>,
    },
    {
      id: "published_at",
      label: t("terms.published_at"),
      cell: ({ published_at }) => (published_at ? date(published_at) : ""),
    },
    {
      id: "published_by",
      label: t("terms.published_by"),
      cell: ({ published_by }) => published_by ?? "",
    },
    {
      id: "agreed",
      label: t("terms.agreed_count"),
      amount: true,
      cell: ({ agreed, published_at }) => (published_at ? number(agreed) : ""),
    },
  ];
}
