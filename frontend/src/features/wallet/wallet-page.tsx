import { Button, Skeleton } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { walletQuery } from "@/api/me";
import { Money } from "@/ui/money";
import { PageHeader } from "@/ui/page-header";
import { ErrorState } from "@/ui/states";
import { TopUpSheet } from "./top-up-sheet";
import classes from "./wallet.module.css";
import { WalletHistory } from "./wallet-history";

/** One's own money here: what there is, how it came about, and the way to put more in. */
export function WalletPage() {
  const { t } = useTranslation();
  const wallet = useQuery(walletQuery());
  const [toppingUp, setToppingUp] = useState(false);

  return (
    <div className={classes.page}>
      <PageHeader title={t("wallet.title")} />
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
        <Button
          variant="lamp"
          size="md"
          leftSection={<IconPlus size={20} aria-hidden="true" />}
          onClick={() => setToppingUp(true)}
        >
          {t("wallet.top_up")}
        </Button>
      </section>
      <section aria-labelledby="wallet-history">
        <h2 id="wallet-history" className={classes.heading}>
          {t("wallet.history")}
        </h2>
        <WalletHistory />
      </section>
      <TopUpSheet opened={toppingUp} onClose={() => setToppingUp(false)} />
    </div>
  );
}
