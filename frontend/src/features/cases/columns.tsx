import type { TFunction } from "i18next";
import type { CaseRow } from "@/api/cases";
import type { useFormat } from "@/i18n/use-format";
import { CaseStateBadge } from "@/ui/cases/state-badge";
import type { Column } from "@/ui/data-table/types";
import { BookingLink, PersonLink } from "@/ui/record-link";

export const isOverdue = ({ due_at }: { due_at?: string | null | undefined }) =>
  Boolean(due_at) && Date.parse(due_at ?? "") < Date.now();

export function caseColumns(
  t: TFunction,
  { dateTime, ago }: ReturnType<typeof useFormat>,
): Column<CaseRow>[] {
  return [
    {
      id: "id",
      label: t("cases.kind"),
      sort: "id",
      place: "title",
      cell: (row) => (
        <>
          <bdi dir="ltr" className="hx-tabular">
            #{row.id}
          </bdi>{" "}
          {t(`cases.kinds.${row.kind}`)}
        </>
      ),
    },
    {
      id: "state",
      label: t("cases.state"),
      place: "aside",
      cell: (row) => <CaseStateBadge state={row.state ?? "open"} overdue={isOverdue(row)} />,
    },
    {
      id: "person",
      label: t("cases.person"),
      place: "under",
      cell: ({ person }) => (
        <PersonLink id={person.id} kind={person.user_type}>
          <bdi>{person.name}</bdi>
        </PersonLink>
      ),
    },
    {
      id: "booking",
      label: t("cases.booking"),
      cell: ({ booking }) =>
        booking ? (
          <BookingLink id={booking.id}>
            <bdi dir="ltr">{booking.reference}</bdi>
          </BookingLink>
        ) : (
          "–"
        ),
    },
    {
      id: "owner",
      label: t("cases.owner"),
      cell: ({ owner }) => (owner ? <bdi>{owner.name}</bdi> : t("cases.no_owner")),
    },
    {
      id: "due_at",
      label: t("cases.due"),
      cell: ({ due_at }) => (due_at ? <time dateTime={due_at}>{dateTime(due_at)}</time> : "–"),
    },
    {
      id: "updated_at",
      label: t("cases.updated"),
      sort: "updated_at",
      cell: ({ updated_at }) => <time dateTime={updated_at}>{ago(updated_at)}</time>,
    },
    {
      id: "outcome",
      label: t("cases.outcome"),
      cell: ({ outcome }) => (outcome ? t(`cases.outcomes.${outcome}`) : "–"),
    },
  ];
}
