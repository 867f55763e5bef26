import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { paymentAccountsQuery } from "@/api/payment-accounts";
import { transactionsKey } from "@/api/transactions";
import type { Transaction } from "@/api/types";
import { DataList } from "@/ui/data-table/data-list";
import type { ListFilter } from "@/ui/data-table/types";
import { PageHeader } from "@/ui/page-header";
import { useAddress } from "@/ui/use-address";
import { useTransactionColumns } from "./columns";
import { TransactionPanel } from "./transaction-panel";
import classes from "./transactions.module.css";

const STATES = [
  "paid",
  "pending",
  "failed",
  "disputed",
  "partially_refunded",
  "refunded",
  "expired",
  "created",
  "redirected",
] as const satisfies readonly Transaction["state"][];

/** Every payment attempt with a gateway: its state, the gateway's events, and refunds. */
export function TransactionsPage() {
  const { t } = useTranslation();
  const { params, step } = useAddress();
  const columns = useTransactionColumns();
  const accounts = useQuery(paymentAccountsQuery());
  const opened = params.get("ref");
  const names = new Map(accounts.data?.map(({ provider, label }) => [provider, label]));
  const filters: ListFilter[] = [
    {
      name: "state",
      label: t("transactions.state"),
      kind: "select",
      options: STATES.map((value) => ({ value, label: t(`transactions.state_${value}`) })),
    },
    {
      name: "provider",
      label: t("transactions.gateway"),
      kind: "select",
      options: [...names].map(([value, label]) => ({ value, label })),
    },
    {
      name: "purpose",
      label: t("transactions.purpose"),
      kind: "select",
      options: (["top_up", "booking"] as const).map((value) => ({
        value,
        label: t(`transactions.purpose_${value}`),
      })),
    },
    {
      name: "needs_review",
      label: t("transactions.all"),
      kind: "select",
      options: [{ value: "true", label: t("transactions.needs_review") }],
    },
    { name: "from", label: t("history.from"), kind: "date" },
    { name: "to", label: t("history.to"), kind: "date" },
  ];

  const show = (ref: string | null) => step({ ref: ref ?? "" });

  return (
    <div className={classes.page}>
      <PageHeader title={t("transactions.title")} lead={t("transactions.lead")} />
      <DataList<Transaction>
        name="transactions"
        label={t("transactions.title")}
        path="payments/attempts/"
        queryKey={transactionsKey}
        columns={columns}
        filters={filters}
        searchable
        rowName={(row) => `${row.user_name}, ${row.reference}`}
        onOpen={(row) => show(row.ref)}
        opensDialog
        empty={{ title: t("errors.no_data"), body: t("transactions.none") }}
        exported={{ kind: "payments", lead: t("transactions.export") }}
      />
      {opened ? <TransactionPanel reference={opened} onClose={() => show(null)} /> : null}
    </div>
  );
}
