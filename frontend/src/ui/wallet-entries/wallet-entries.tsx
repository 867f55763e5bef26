import { Button, Skeleton } from "@mantine/core";
import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useViewer } from "@/api/session";
import type { Page, WalletEntry } from "@/api/types";
import { useFormat } from "@/i18n/use-format";
import { Money } from "@/ui/money";
import { BookingLink } from "@/ui/record-link";
import { ErrorState } from "@/ui/states";
import classes from "./wallet-entries.module.css";

const ROWS = ["a", "b", "c"];

function WalletEntryRow({ entry }: { entry: WalletEntry }) {
  const { t } = useTranslation();
  const { dateTime, money } = useFormat();
  const credit = entry.type === "Credit";
  return (
    <li className={classes.entry} data-credit={credit || undefined}>
      <div>
        <p className={classes.what}>{t(`wallet.kind_${entry.kind}`)}</p>
        <p className={classes.soft}>
          <time dateTime={entry.date}>{dateTime(entry.date)}</time>
          {entry.tx_ref ? <EntryReference entry={entry} /> : null}
        </p>
      </div>
      <div className={classes.figures}>
        <strong>
          <bdi dir="ltr">
            {credit ? "+" : "\u2212"}
            {money(entry.amount)}
          </bdi>
        </strong>
        <span className={classes.soft}>
          {t("wallet.balance_after")} <Money amount={entry.balance_after} />
        </span>
      </div>
    </li>
  );
}

/** Links to the entry's booking; for admins, a top-up links to its payment. */
function EntryReference({ entry }: { entry: WalletEntry }) {
  const { role } = useViewer();
  const reference = <bdi dir="ltr">{entry.tx_ref}</bdi>;
  if (entry.booking_id !== null)
    return <BookingLink id={entry.booking_id}>{reference}</BookingLink>;
  if (role !== "admin" || entry.kind !== "top_up") return reference;
  return <Link to={`/transactions?search=${encodeURIComponent(entry.tx_ref)}`}>{reference}</Link>;
}

interface WalletEntriesProps {
  history: UseInfiniteQueryResult<{ pages: Page<WalletEntry>[] }>;
  empty: ReactNode;
}

/** The entries of a wallet, each with its resulting balance. */
export function WalletEntries({ history, empty }: WalletEntriesProps) {
  const { t } = useTranslation();
  const entries = history.data?.pages.flatMap(({ results }) => results) ?? [];
  if (history.isPending) {
    return (
      <div className={classes.waiting} role="status">
        <span className="hx-visually-hidden">{t("app.loading")}</span>
        {ROWS.map((row) => (
          <Skeleton key={row} height="3.5rem" radius="md" />
        ))}
      </div>
    );
  }
  if (history.isError && !history.data) {
    return <ErrorState compact error={history.error} onRetry={() => void history.refetch()} />;
  }
  if (entries.length === 0) return empty;
  return (
    <>
      <ul className={classes.entries}>
        {entries.map((entry) => (
          <WalletEntryRow key={entry.id} entry={entry} />
        ))}
      </ul>
      {history.hasNextPage ? (
        <Button
          className={classes.more ?? ""}
          variant="default"
          loading={history.isFetchingNextPage}
          onClick={() => void history.fetchNextPage()}
        >
          {t("wallet.more")}
        </Button>
      ) : null}
    </>
  );
}
