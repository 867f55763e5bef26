import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { bookingQuery } from "@/api/bookings";
import { walletQuery } from "@/api/me";
import type { BookingRow } from "@/api/types";
import { useFormat } from "@/i18n/use-format";
import { ConfirmSheet } from "@/ui/confirm-sheet";
import { ErrorState, LoadingState } from "@/ui/states";
import { useRowAction } from "./use-row-action";

interface PayRowProps {
  row: BookingRow;
  onClose: () => void;
}

/** Pays a ride from the wallet, from the list. */
export function PayRow({ row, onClose }: PayRowProps) {
  const { t } = useTranslation();
  const { money } = useFormat();
  // The fare may have changed since the list was loaded.
  const booking = useQuery({ ...bookingQuery(row.id), staleTime: 0 });
  const wallet = useQuery({ ...walletQuery(), staleTime: 0 });
  const pay = useRowAction(row.id, "pay", onClose);
  const owed = booking.data?.amount_due;
  const balance = wallet.data?.balance;
  const low = owed !== undefined && balance !== undefined && Number(balance) < Number(owed);
  const failed = booking.error ?? wallet.error;
  const known = owed !== undefined && balance !== undefined;

  return (
    <ConfirmSheet
      opened
      onClose={onClose}
      title={t("history.pay_title", { reference: row.reference })}
      confirmLabel={known ? t("history.pay_now", { amount: money(owed) }) : t("history.do_pay")}
      onConfirm={() => known && pay.mutate({ method: "wallet", amount: owed })}
      working={pay.isPending}
      error={pay.error}
      blockedReason={low ? t("errors.low_balance") : known ? undefined : t("app.loading")}
    >
      {failed ? (
        <ErrorState
          compact
          error={failed}
          onRetry={() => {
            void booking.refetch();
            void wallet.refetch();
          }}
        />
      ) : known ? (
        <>
          <p>{t("history.pay_balance", { balance: money(balance) })}</p>
          <Link to={`/bookings/${row.id}`}>{t("history.pay_otherwise")}</Link>
        </>
      ) : (
        <LoadingState compact />
      )}
    </ConfirmSheet>
  );
}
