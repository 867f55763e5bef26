import { Badge } from "@mantine/core";
import type { TFunction } from "i18next";
import type { DocumentState, ReviewedDocument } from "@/api/fleet";
import type { useFormat } from "@/i18n/use-format";
import type { Column } from "@/ui/data-table/types";
import { PersonLink } from "@/ui/record-link";
import classes from "./documents.module.css";

const TONE: Record<DocumentState, string> = {
  pending: "yellow",
  accepted: "teal",
  refused: "brick",
};

/** The driver's name or the vehicle's plate. */
export const ownerOf = ({ driver, vehicle }: ReviewedDocument): string =>
  driver ? driver.name || `#${driver.id}` : (vehicle?.plate ?? "");

export function documentColumns(
  t: TFunction,
  { date, dateTime }: ReturnType<typeof useFormat>,
): Column<ReviewedDocument>[] {
  return [
    {
      id: "owner",
      label: t("fleet.owner"),
      place: "title",
      exported: ["driver", "vehicle"],
      cell: (row) => (
        <PersonLink id={row.driver?.id} kind="driver">
          <bdi>{ownerOf(row)}</bdi>
        </PersonLink>
      ),
    },
    {
      id: "state",
      label: t("fleet.state"),
      place: "aside",
      cell: (row) => (
        <Badge variant="light" color={TONE[row.state]} tt="none">
          {t(`people.state_${row.state}`)}
        </Badge>
      ),
    },
    {
      id: "kind",
      label: t("people.document_kind"),
      place: "under",
      cell: (row) => t(`people.kinds.${row.kind}`),
    },
    {
      id: "number",
      label: t("people.document_number"),
      hidden: true,
      cell: (row) => <bdi>{row.number}</bdi>,
    },
    {
      id: "expires_on",
      label: t("people.document_expires"),
      sort: "expires_on",
      cell: (row) => {
        const day = row.expires_on ?? row.claimed_expires_on;
        if (!day) return "–";
        return (
          <time dateTime={day} className={classes.day} data-late={row.expired || undefined}>
            {date(`${day}T12:00:00`)}
          </time>
        );
      },
    },
    {
      id: "created_at",
      label: t("fleet.submitted"),
      sort: "created_at",
      cell: (row) => <time dateTime={row.created_at}>{dateTime(row.created_at)}</time>,
    },
    {
      id: "reviewed_at",
      label: t("fleet.reviewed"),
      hidden: true,
      cell: (row) =>
        row.reviewed_at ? <time dateTime={row.reviewed_at}>{dateTime(row.reviewed_at)}</time> : "–",
    },
    { id: "note", label: t("people.document_note"), hidden: true, cell: (row) => row.note },
  ];
}
