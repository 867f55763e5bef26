import { Badge } from "@mantine/core";
import type { TFunction } from "i18next";
import { Link } from "react-router";
import type { WithdrawalRow, WithdrawalState } from "@/api/types";
import type { useFormat } from "@/i18n/use-format";
import { WaitingLink } from "@/ui/approvals/waiting-link";
import type { Column } from "@/ui/data-table/types";
import { Money } from "@/ui/money";
import classes from "./payouts.module.css";

const COLORS: Record<WithdrawalState, string> = {
  requested: "lamp",
  processed: "moss",
  rejected: "brick",
};

/** Document 2's columns, under their export names. */
export function withdrawalColumns(
  t: TFunction,
  { date, dateTime }: ReturnType<typeof useFormat>,
  waitingFor: (row: WithdrawalRow) => number | undefined,
): Column<WithdrawalRow>[] {
  return [
    {
      id: "requested_at",
      label: t("payouts.col_date"),
      sort: "requested_at",
      place: "foot",
      cell: (row) => (
        <span className={classes.date}>
          <time dateTime={row.requested_at}>{dateTime(row.requested_at)}</time>
          <bdi className={classes.reference} dir="ltr" title={t("payouts.reference")}>
            {row.reference}
          </bdi>
        </span>
      ),
    },
    { id: "name", label: t("payouts.col_name"), place: "title", cell: (row) => row.name },
    {
      id: "amount",
      label: t("payouts.col_amount"),
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
      id: "processed",
      label: t("payouts.col_processed"),
      place: "foot-end",
      cell: (row) => (
        <span>
          <Badge className={classes.badge ?? ""} color={COLORS[row.state]} variant="light">
            {t(`payouts.state_${row.state}`)}
          </Badge>
          {waitingFor(row) === undefined ? null : (
            <span className={classes.why}>
              <WaitingLink id={waitingFor(row) ?? 0} />
            </span>
          )}
          {row.reason ? (
            <span className={classes.why} dir="auto">
              {row.reason}
            </span>
          ) : null}
        </span>
      ),
    },
    {
      id: "process_date",
      label: t("payouts.col_process_date"),
      cell: (row) =>
        row.process_date || row.batch_id ? (
          <span className={classes.day}>
            {row.process_date ? date(`${row.process_date}T12:00:00Z`) : null}
            {row.batch_id ? (
              <Link className={classes.file} to={`?show=all&batch=${row.batch_id}`}>
                {t("payouts.file_number", { number: row.batch_id })}
              </Link>
            ) : null}
          </span>
        ) : null,
    },
    { id: "bank_name", label: t("payouts.col_bank_name"), cell: (row) => row.bank_name },
    { id: "bank_code", label: t("payouts.col_bank_code"), cell: (row) => row.bank_code },
    { id: "bank_account", label: t("payouts.col_bank_account"), cell: (row) => row.bank_account },
  ];
}
