import { ActionIcon, Badge, Checkbox } from "@mantine/core";
import { IconArrowDown, IconArrowsSort, IconArrowUp, IconCheck, IconX } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { WithdrawalRow, WithdrawalState } from "@/api/types";
import { useFormat } from "@/i18n/use-format";
import { Money } from "@/ui/money";
import classes from "./payouts.module.css";
import type { Filters, SortField } from "./use-withdrawal-filters";
import look from "./withdraws-look.module.css";

export type Action = "process" | "reject";

const COLORS: Record<WithdrawalState, string> = {
  requested: "lamp",
  processed: "moss",
  rejected: "brick",
};

/** Document 2's columns: each with its name in the export, its label, and its ordering on the server. */
const COLUMNS = [
  ["requested_at", "payouts.col_date", "requested_at"],
  ["name", "payouts.col_name", null],
  ["amount", "payouts.col_amount", "amount"],
  ["processed", "payouts.col_processed", null],
  ["process_date", "payouts.col_process_date", null],
  ["bank_name", "payouts.col_bank_name", null],
  ["bank_code", "payouts.col_bank_code", null],
  ["bank_account", "payouts.col_bank_account", null],
] as const satisfies readonly (readonly [string, string, SortField | null])[];

/** The columns as they are offered for choice. */
export function useWithdrawColumns(): { id: string; label: string }[] {
  const { t } = useTranslation();
  return COLUMNS.map(([id, label]) => ({ id, label: t(label) }));
}

/** Whether a row can go into a file for the bank. */
export const fits = (row: WithdrawalRow) =>
  row.state === "requested" && row.batch_id === null && row.bank_account !== "";

interface WithdrawsTableProps {
  rows: readonly WithdrawalRow[];
  /** Others are on their way; these still are what they show. */
  busy: boolean;
  /** Which columns there are, by the names of the file's. */
  shown: ReadonlySet<string>;
  dense: boolean;
  filters: Filters;
  chosen: ReadonlySet<number>;
  onChoose: (ids: number[], on: boolean) => void;
  onAction: (row: WithdrawalRow, action: Action) => void;
}

/** Document 2's columns; on a phone each row folds into a card. */
export function WithdrawsTable(props: WithdrawsTableProps) {
  const { rows, busy, shown, dense, filters, chosen, onChoose, onAction } = props;
  const { t } = useTranslation();
  const open = rows.filter(fits).map(({ id }) => id);
  const all = open.length > 0 && open.every((id) => chosen.has(id));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what is cut off at the side is scrolled to by keyboard too.
    <section className={classes.frame} aria-label={t("payouts.withdraws")} tabIndex={0}>
      <table aria-busy={busy} className={dense ? `${classes.table} ${look.dense}` : classes.table}>
        <thead>
          <tr>
            <td data-place="choose">
              <Checkbox
                aria-label={t("payouts.choose_all")}
                checked={all}
                indeterminate={!all && open.some((id) => chosen.has(id))}
                disabled={open.length === 0}
                onChange={(event) => onChoose(open, event.currentTarget.checked)}
              />
            </td>
            {COLUMNS.filter(([id]) => shown.has(id)).map(([id, label, sorted]) =>
              sorted ? (
                <Head key={id} field={sorted} filters={filters} amount={id === "amount"}>
                  {t(label)}
                </Head>
              ) : (
                <th key={id} scope="col">
                  {t(label)}
                </th>
              ),
            )}
            <td data-place="actions" />
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row
              key={row.id}
              row={row}
              shown={shown}
              chosen={chosen.has(row.id)}
              onChoose={(on) => onChoose([row.id], on)}
              onAction={(action) => onAction(row, action)}
            />
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface RowProps {
  row: WithdrawalRow;
  shown: ReadonlySet<string>;
  chosen: boolean;
  onChoose: (on: boolean) => void;
  onAction: (action: Action) => void;
}

function Row({ row, shown, chosen, onChoose, onAction }: RowProps) {
  const { t } = useTranslation();
  const { dateTime, date, money } = useFormat();
  const what = { name: row.name, amount: money(row.amount) };
  const undecided = row.state === "requested";
  return (
    <tr>
      <td data-place="choose">
        <Checkbox
          aria-label={t("payouts.choose", what)}
          checked={chosen}
          disabled={!fits(row)}
          onChange={(event) => onChoose(event.currentTarget.checked)}
        />
      </td>
      {shown.has("requested_at") ? (
        <td data-place="date">
          <time dateTime={row.requested_at}>{dateTime(row.requested_at)}</time>
          <bdi className={classes.reference} dir="ltr" title={t("payouts.reference")}>
            {row.reference}
          </bdi>
        </td>
      ) : null}
      {shown.has("name") ? (
        <td data-place="name">
          <bdi>{row.name}</bdi>
        </td>
      ) : null}
      {shown.has("amount") ? (
        <td data-place="amount" data-money>
          <Money amount={row.amount} />
        </td>
      ) : null}
      {shown.has("processed") ? (
        <td data-place="state">
          <Badge className={classes.badge ?? ""} color={COLORS[row.state]} variant="light">
            {t(`payouts.state_${row.state}`)}
          </Badge>
          {row.reason ? (
            <p className={classes.why} dir="auto">
              {row.reason}
            </p>
          ) : null}
        </td>
      ) : null}
      {shown.has("process_date") ? (
        <td data-label={t("payouts.col_process_date")} data-day>
          {row.process_date ? date(`${row.process_date}T12:00:00Z`) : null}
          {row.batch_id ? (
            <Link className={classes.file} to={`?show=all&batch=${row.batch_id}`}>
              {t("payouts.file_number", { number: row.batch_id })}
            </Link>
          ) : null}
        </td>
      ) : null}
      {shown.has("bank_name") ? (
        <td data-label={t("payouts.col_bank_name")}>
          <bdi>{row.bank_name}</bdi>
        </td>
      ) : null}
      {shown.has("bank_code") ? (
        <td data-label={t("payouts.col_bank_code")}>
          <bdi>{row.bank_code}</bdi>
        </td>
      ) : null}
      {shown.has("bank_account") ? (
        <td data-label={t("payouts.col_bank_account")}>
          <bdi>{row.bank_account}</bdi>
        </td>
      ) : null}
      <td data-place="actions">
        <div className={classes.actions}>
          <ActionIcon
            variant="light"
            color="moss"
            size="lg"
            disabled={!undecided}
            aria-label={t("payouts.process_of", what)}
            title={t("payouts.process")}
            aria-haspopup="dialog"
            onClick={() => onAction("process")}
          >
            <IconCheck size={20} aria-hidden="true" />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="brick"
            size="lg"
            disabled={!undecided}
            aria-label={t("payouts.reject_of", what)}
            title={t("payouts.reject")}
            aria-haspopup="dialog"
            onClick={() => onAction("reject")}
          >
            <IconX size={20} aria-hidden="true" />
          </ActionIcon>
        </div>
      </td>
    </tr>
  );
}

interface HeadProps {
  field: SortField;
  filters: Filters;
  amount?: boolean;
  children: ReactNode;
}

function Head({ field, filters, amount, children }: HeadProps) {
  const sorted = filters.sort?.field === field ? filters.sort : null;
  const Arrow = sorted ? (sorted.descending ? IconArrowDown : IconArrowUp) : IconArrowsSort;
  return (
    <th
      scope="col"
      data-money={amount}
      aria-sort={sorted ? (sorted.descending ? "descending" : "ascending") : "none"}
    >
      <button type="button" className={classes.sort} onClick={() => filters.sortBy(field)}>
        {children}
        <Arrow size={14} aria-hidden="true" />
      </button>
    </th>
  );
}
