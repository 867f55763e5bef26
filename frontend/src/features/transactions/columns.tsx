import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Transaction } from "@/api/types";
import { useFormat } from "@/i18n/use-format";
import type { Column } from "@/ui/data-table/types";
import { Money } from "@/ui/money";
import { ProviderMark } from "@/ui/provider-mark";
import { StateBadge } from "./state-badge";
import classes from "./transactions.module.css";

/** The list's columns, under their export names. */
export function useTransactionColumns(): Column<Transaction>[] {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  const amount = (value: string) => (Number(value) === 0 ? null : <Money amount={value} />);
  return [
    {
      id: "created_at",
      label: t("transactions.date"),
      sort: "id",
      place: "under",
      cell: (row) => <time dateTime={row.created_at}>{dateTime(row.created_at)}</time>,
    },
    {
      id: "user_name",
      label: t("transactions.payer"),
      place: "title",
      cell: (row) => (
        <Link to={`/people/${row.user_id}`}>
          <bdi>{row.user_name}</bdi>
        </Link>
      ),
    },
    {
      id: "reference",
      label: t("transactions.for"),
      cell: (row) =>
        row.booking_id ? (
          <Link to={`/bookings/${row.booking_id}`} dir="ltr">
            {row.reference}
          </Link>
        ) : (
          t("transactions.purpose_top_up")
        ),
    },
    {
      id: "provider",
      label: t("transactions.gateway"),
      cell: (row) => (
        <span className={classes.gateway}>
          <ProviderMark mark={row.provider_mark} />
          <bdi dir="ltr">{row.provider_label}</bdi>
          {row.live ? null : <small>{t("transactions.test_mode")}</small>}
        </span>
      ),
    },
    {
      id: "state",
      label: t("transactions.state"),
      place: "aside",
      cell: (row) => <StateBadge state={row.state} />,
    },
    {
      id: "amount",
      label: t("transactions.amount"),
      amount: true,
      cell: (row) => <Money amount={row.amount} />,
    },
    {
      id: "wallet_amount",
      label: t("transactions.from_wallet"),
      amount: true,
      hidden: true,
      cell: (row) => amount(row.wallet_amount),
    },
    {
      id: "refunded_amount",
      label: t("transactions.refunded_amount"),
      amount: true,
      cell: (row) => amount(row.refunded_amount),
    },
    {
      id: "problem",
      label: t("transactions.problem"),
      cell: (row) => <span dir="auto">{row.problem}</span>,
    },
    {
      id: "paid_at",
      label: t("transactions.paid"),
      hidden: true,
      cell: (row) => (row.paid_at ? dateTime(row.paid_at) : null),
    },
    {
      id: "ref",
      label: t("transactions.our_reference"),
      hidden: true,
      cell: (row) => <bdi dir="ltr">{row.ref}</bdi>,
    },
    {
      id: "payment_id",
      label: t("transactions.gateway_number"),
      hidden: true,
      cell: (row) => <bdi dir="ltr">{row.payment_id}</bdi>,
    },
  ];
}
