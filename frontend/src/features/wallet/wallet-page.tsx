import { Button, Skeleton } from "@mantine/core";
import { IconBuildingBank, IconFileText, IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { walletQuery } from "@/api/me";
import { useViewer } from "@/api/session";
import { useFormat } from "@/i18n/use-format";
import { Message } from "@/ui/message";
import { Money } from "@/ui/money";
import { PageHeader } from "@/ui/page-header";
import { ErrorState } from "@/ui/states";
import { OwedFees } from "./owed-fees";
import { OwnWithdrawals } from "./own-withdrawals";
import { TopUpSheet } from "./top-up-sheet";
import classes from "./wallet.module.css";
import { WalletHistory } from "./wallet-history";
import { WithdrawSheet } from "./withdraw-sheet";

/** The user's wallet: the balance, its history, top-ups and withdrawals. */
export function WalletPage() {
  const { t } = useTranslation();
  const { money } = useFormat();
  const { role } = useViewer();
  const wallet = useQuery(walletQuery());
  const [sheet, setSheet] = useState<"top-up" | "withdraw" | null>(null);
  const close = () => setSheet(null);

  return (
    <div className={classes.page}>
      <PageHeader
        title={t("wallet.title")}
        actions={
          role === "driver" ? (
            <Button
              component={Link}
              to="/statements"
              variant="default"
              leftSection={<IconFileText size={20} aria-hidden="true" />}
            >
              {t("statement.link")}
            </Button>
          ) : null
        }
      />
      <section className={classes.balance} aria-label={t("wallet.balance")}>
        {wallet.isError && !wallet.data ? (
          <ErrorState compact error={wallet.error} onRetry={() => void wallet.refetch()} />
        ) : (
          <div className={classes.amount} aria-live="polite">
            <span>{t("wallet.balance")}</span>
            {wallet.data ? (
              <Money amount={wallet.data.balance} />
            ) : (
              <Skeleton height={40} width={150} />
            )}
          </div>
        )}
        {wallet.data && Number(wallet.data.locked_bonus) > 0 ? (
          <p className={classes.soft}>
            {t("wallet.locked_bonus", { amount: money(wallet.data.locked_bonus) })}
          </p>
        ) : null}
        <div className={classes.links}>
          {wallet.data?.may_withdraw ? (
            <Button
              variant="default"
              size="md"
              leftSection={<IconBuildingBank size={20} aria-hidden="true" />}
              disabled={wallet.data.lacks_account}
              aria-haspopup="dialog"
              onClick={() => setSheet("withdraw")}
            >
              {t("payouts.withdraw")}
            </Button>
          ) : null}
          <Button
            variant="lamp"
            size="md"
            leftSection={<IconPlus size={20} aria-hidden="true" />}
            aria-haspopup="dialog"
            onClick={() => setSheet("top-up")}
          >
            {t("wallet.top_up")}
          </Button>
        </div>
      </section>
      {wallet.data?.owed_fees.length ? <OwedFees wallet={wallet.data} /> : null}
      {wallet.data?.may_withdraw && wallet.data.lacks_account ? (
        <Message
          tone="lamp"
          action={
            <Button component={Link} to="/profile" variant="default">
              {t("payouts.to_profile")}
            </Button>
          }
        >
          {t("errors.bank_details_missing")}
        </Message>
      ) : null}
      <OwnWithdrawals />
      <WalletHistory />
      <TopUpSheet opened={sheet === "top-up"} onClose={close} />
      {wallet.data ? (
        <WithdrawSheet
          balance={wallet.data.withdrawable}
          lockedBonus={wallet.data.locked_bonus}
          opened={sheet === "withdraw"}
          onClose={close}
        />
      ) : null}
    </div>
  );
}
