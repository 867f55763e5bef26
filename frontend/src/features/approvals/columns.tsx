import type { TFunction } from "i18next";
import type { ApprovalRow } from "@/api/approvals";
import type { useFormat } from "@/i18n/use-format";
import type { Column } from "@/ui/data-table/types";
import { Money } from "@/ui/money";
import { PersonLink } from "@/ui/record-link";
import { ApprovalStateBadge } from "./state-badge";
import { SubjectLink } from "./subject-link";

export function approvalColumns(
  t: TFunction,
  { dateTime }: ReturnType<typeof useFormat>,
): Column<ApprovalRow>[] {
  return [
    {
      id: "id",
      label: t("approvals.kind"),
      sort: "id",
      place: "title",
      cell: (row) => (
        <span>
          <bdi dir="ltr" className="hx-tabular">
            #{row.id}
          </bdi>{" "}
          {t(`approvals.kinds.${row.kind}`)}
        </span>
      ),
    },
    {
      id: "amount",
      label: t("approvals.amount"),
      sort: "amount",
      amount: true,
      place: "aside",
      cell: (row) => (
        <strong>
          <Money amount={row.amount} />
        </strong>
      ),
    },
    {
      id: "state",
      label: t("approvals.state"),
      place: "under",
      cell: (row) => <ApprovalStateBadge state={row.state} />,
    },
    { id: "subject", label: t("approvals.subject"), cell: (row) => <SubjectLink one={row} /> },
    {
      id: "person",
      label: t("approvals.person"),
      cell: ({ person }) =>
        person ? (
          <PersonLink id={person.id} kind={person.user_type}>
            <bdi>{person.name}</bdi>
          </PersonLink>
        ) : (
          "–"
        ),
    },
    {
      id: "requested_by",
      label: t("approvals.requested_by"),
      cell: (row) => <bdi>{row.requested_by.name}</bdi>,
    },
    {
      id: "requested_at",
      label: t("approvals.requested_at"),
      cell: (row) => <time dateTime={row.requested_at}>{dateTime(row.requested_at)}</time>,
    },
    {
      id: "decided_by",
      label: t("approvals.decided_by"),
      cell: (row) => (row.decided_by ? <bdi>{row.decided_by.name}</bdi> : "–"),
    },
    { id: "reason", label: t("approvals.reason"), cell: (row) => <bdi>{row.reason}</bdi> },
  ];
}
