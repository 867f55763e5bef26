import { Badge, Button } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { ownWithdrawalsQuery } from "@/api/payouts";
import type { Withdrawal, WithdrawalState } from "@/api/types";
import { useFormat } from "@/i18n/use-format";
import { Money } from "@/ui/money";
import { ErrorState } from "@/ui/states";
import classes from "./wallet.module.css";

const COLORS: Record<WithdrawalState, string> = {
  requested: "lamp",
  processed: "moss",
  rejected: "brick",
};

function Row({ row }: { row: Withdrawal }) {
  const { t } = useTranslation();
  const { dateTime, date } = useFormat();
  return (
    <li className={classes.withdrawal}>
      <div>
        <p className={classes.what}>
          <Money amount={row.amount} />
        </p>
        <p className={classes.soft}>
          <time dateTime={row.requested_at}>{dateTime(row.requested_at)}</time>
          <bdi dir="ltr">{row.reference}</bdi>
          {row.bank_account ? <bdi>{row.bank_account}</bdi> : null}
        </p>
        {row.reason ? (
          <p className={classes.why} dir="auto">
            {row.reason}
          </p>
        ) : null}
      </div>
      <div className={classes.figures}>
        <Badge className={classes.badge ?? ""} color={COLORS[row.state]} variant="light" size="lg">
          {t(`payouts.state_${row.state}`)}
        </Badge>
        {row.process_date ? (
          <time className={classes.soft} dateTime={row.process_date}>
            {date(`${row.process_date}T12:00:00Z`)}
          </time>
        ) : null}
      </div>
    </li>
  );
}

/** The user's withdrawals and their states; hidden where there are none. */
export function OwnWithdrawals() {
  const { t } = useTranslation();
  const list = useInfiniteQuery(ownWithdrawalsQuery());
  const rows = list.data?.pages.flatMap(({ results }) => results) ?? [];
  if (list.isError && !list.data) {
    return <ErrorState compact error={list.error} onRetry={() => void list.refetch()} />;
  }
  if (rows.length === 0) return null;
  return (
    <section aria-labelledby="own-withdrawals">
      <h2 id="own-withdrawals" className={classes.heading}>
        {t("payouts.withdraws")}
      </h2>
      <ul className={classes.withdrawals}>
        {rows.map((row) => (
          <Row key={row.id} row={row} />
        ))}
      </ul>
      {list.hasNextPage ? (
        <Button
          className={classes.more ?? ""}
          variant="default"
          loading={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          {t("payouts.more")}
        </Button>
      ) : null}
    </section>
  );
}
