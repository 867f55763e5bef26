import { Button, Skeleton } from "@mantine/core";
import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useViewer } from "@/api/session";
import type { Page, WalletMove } from "@/api/types";
import { useFormat } from "@/i18n/use-format";
import { Money } from "@/ui/money";
import { BookingLink } from "@/ui/record-link";
import { ErrorState } from "@/ui/states";
import classes from "./moves.module.css";

const ROWS = ["a", "b", "c"];

function Move({ move }: { move: WalletMove }) {
  const { t } = useTranslation();
  const { dateTime, money } = useFormat();
  const credit = move.type === "Credit";
  return (
    <li className={classes.move} data-credit={credit || undefined}>
      <div>
        <p className={classes.what}>{t(`wallet.kind_${move.kind}`)}</p>
        <p className={classes.soft}>
          <time dateTime={move.date}>{dateTime(move.date)}</time>
          {move.tx_ref ? <MoveReference move={move} /> : null}
        </p>
      </div>
      <div className={classes.figures}>
        <strong>
          <bdi dir="ltr">
            {credit ? "+" : "\u2212"}
            {money(move.amount)}
          </bdi>
        </strong>
        <span className={classes.soft}>
          {t("wallet.balance_after")} <Money amount={move.balance_after} />
        </span>
      </div>
    </li>
  );
}

/** Leads to the booking that it is about; for admins a top-up's to the payment. */
function MoveReference({ move }: { move: WalletMove }) {
  const { role } = useViewer();
  const reference = <bdi dir="ltr">{move.tx_ref}</bdi>;
  if (move.booking_id !== null) return <BookingLink id={move.booking_id}>{reference}</BookingLink>;
  if (role !== "admin" || move.kind !== "top_up") return reference;
  return <Link to={`/transactions?search=${encodeURIComponent(move.tx_ref)}`}>{reference}</Link>;
}

interface MovesProps {
  history: UseInfiniteQueryResult<{ pages: Page<WalletMove>[] }>;
  empty: ReactNode;
}

/** The movements of a wallet, each with the balance that it led to. */
export function Moves({ history, empty }: MovesProps) {
  const { t } = useTranslation();
  const moves = history.data?.pages.flatMap(({ results }) => results) ?? [];
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
  if (moves.length === 0) return empty;
  return (
    <>
      <ul className={classes.moves}>
        {moves.map((move) => (
          <Move key={move.id} move={move} />
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
