import { Badge } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Statement } from "@/api/types";
import { useFormat } from "@/i18n/use-format";
import { Money } from "@/ui/money";
import classes from "./statements.module.css";

function Row({ name, strong, children }: { name: string; strong?: boolean; children: ReactNode }) {
  return (
    <div data-strong={strong || undefined}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

const negative = (amount: string) => (Number(amount) === 0 ? amount : `-${amount}`);

/** One week: the trips, then the wallet transactions between the opening and closing balance. */
export function StatementSheet({ statement, label }: { statement: Statement; label: string }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  return (
    <article className={classes.sheet} aria-label={label}>
      {statement.so_far ? (
        <Badge className={classes.badge ?? ""} variant="light" size="lg">
          {t("statement.so_far")}
        </Badge>
      ) : null}
      <h2 className={classes.heading}>{t("statement.trips")}</h2>
      <dl className={classes.rows}>
        <Row name={t("statement.count")}>{number(statement.trips)}</Row>
        <Row name={t("statement.fares")}>
          <Money amount={statement.fares} />
        </Row>
        <Row name={t("statement.fee")}>
          <Money amount={negative(statement.convenience_fees)} />
        </Row>
        <Row name={t("statement.share")} strong>
          <Money amount={statement.driver_share} />
        </Row>
      </dl>
      {statement.movements ? (
        <Wallet statement={statement} movements={statement.movements} />
      ) : null}
    </article>
  );
}

interface WalletProps {
  statement: Statement;
  movements: NonNullable<Statement["movements"]>;
}

/** The wallet transactions, which fleet admins cannot see. */
function Wallet({ statement, movements }: WalletProps) {
  const { t } = useTranslation();
  return (
    <>
      <h2 className={classes.heading}>{t("statement.wallet")}</h2>
      <dl className={classes.rows}>
        <Row name={t("statement.opening")}>
          <Money amount={statement.opening_balance ?? "0"} />
        </Row>
        {movements.map(({ kind, amount }) => (
          <Row
            key={kind}
            name={
              kind === "driver_share"
                ? t("statement.share")
                : kind === "cash_settlement"
                  ? t("statement.cash")
                  : t(`wallet.kind_${kind}`)
            }
          >
            <Money amount={amount} />
          </Row>
        ))}
        <Row name={t("statement.net")}>
          <Money amount={statement.net ?? "0"} />
        </Row>
        <Row name={t("statement.closing")} strong>
          <Money amount={statement.closing_balance ?? "0"} />
        </Row>
      </dl>
      {movements.length === 0 ? <p className={classes.soft}>{t("statement.empty")}</p> : null}
    </>
  );
}
