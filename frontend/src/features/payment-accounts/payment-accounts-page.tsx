import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { type PaymentAccount, paymentAccountsQuery } from "@/api/payment-accounts";
import { lazy } from "@/ui/lazy";
import { PageHeader } from "@/ui/page-header";
import { ErrorState } from "@/ui/states";
import classes from "./payment-accounts.module.css";
import { ProviderCard } from "./provider-card";

const CredentialsDialog = lazy(async () => ({
  default: (await import("./credentials-dialog")).CredentialsDialog,
}));

/** The merchant's accounts at the gateways, test and live, and whether riders can use them. */
export function PaymentAccountsPage() {
  const { t } = useTranslation();
  const query = useQuery(paymentAccountsQuery());
  const [entering, setEntering] = useState<PaymentAccount | null>(null);
  const providers = [...new Set(query.data?.map(({ provider }) => provider))];

  return (
    <div className={classes.page}>
      <PageHeader
        back="/settings"
        title={t("settings.accounts.title")}
        lead={t("settings.accounts.lead")}
      />
      {query.isPending ? (
        <div className={classes.cards} role="status">
          <span className="hx-visually-hidden">{t("app.loading")}</span>
          {["a", "b", "c", "d"].map((card) => (
            <Skeleton key={card} height={230} radius="lg" />
          ))}
        </div>
      ) : null}
      {query.isError && !query.data ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : null}
      <div className={classes.cards}>
        {providers.map((provider) => (
          <ProviderCard
            key={provider}
            accounts={(query.data ?? []).filter((account) => account.provider === provider)}
            onEnter={setEntering}
          />
        ))}
      </div>
      <Suspense fallback={null}>
        {entering ? (
          <CredentialsDialog account={entering} onClose={() => setEntering(null)} />
        ) : null}
      </Suspense>
    </div>
  );
}
