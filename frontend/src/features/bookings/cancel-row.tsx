import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { cancelPreviewQuery } from "@/api/bookings";
import type { BookingRow } from "@/api/types";
import { useFormat } from "@/i18n/use-format";
import { type CancelReasonChoice, CancelReasons } from "@/ui/cancel-reasons";
import { ConfirmSheet } from "@/ui/confirm-sheet";
import { ErrorState } from "@/ui/states";
import { useRowAction } from "./use-row-action";

type Cancelled = Pick<BookingRow, "id" | "reference" | "status">;

interface CancelRowProps {
  row: Cancelled;
  onClose: () => void;
}

/** Cancels from the list: shows the cost and requires a reason, except for unpaid bookings. */
export function CancelRow({ row, onClose }: CancelRowProps) {
  const { t } = useTranslation();
  const [why, setWhy] = useState<CancelReasonChoice | null>(null);
  const cancel = useRowAction(row.id, "cancel", onClose);
  const unpaid = row.status === "PAYMENT_PENDING";
  const { data: preview } = useQuery({ ...cancelPreviewQuery(row.id), enabled: !unpaid });

  const blocked = () => {
    if (unpaid) return undefined;
    if (!preview) return t("trip.cancel_checking");
    return why === null ? t("trip.cancel_pick") : undefined;
  };

  return (
    <ConfirmSheet
      opened
      onClose={onClose}
      title={t("history.cancel_title", { reference: row.reference })}
      confirmLabel={t("history.do_cancel")}
      cancelLabel={t("history.keep")}
      onConfirm={() => cancel.mutate(unpaid || !preview ? {} : { ...why, fee: preview.fee })}
      tone="danger"
      working={cancel.isPending}
      error={cancel.error}
      blockedReason={blocked()}
    >
      {unpaid ? (
        <p>{t("history.cancel_unpaid")}</p>
      ) : (
        <>
          <Cost row={row} />
          <CancelReasons value={why} onChange={setWhy} />
        </>
      )}
    </ConfirmSheet>
  );
}

function Cost({ row }: { row: Cancelled }) {
  const { t } = useTranslation();
  const { money } = useFormat();
  const { data, error, refetch } = useQuery(cancelPreviewQuery(row.id));
  if (error) return <ErrorState compact error={error} onRetry={() => void refetch()} />;
  if (!data) return null;
  const costKey = row.status === "ARRIVED" ? "trip.cancel_fee_here" : "trip.cancel_fee";
  const costs = Number(data.fee) > 0;
  const returns = Number(data.refund) > 0;
  return (
    <p role="status">
      {costs ? t(costKey, { amount: money(data.fee) }) : t("trip.cancel_cost")}
      {Number(data.owed) > 0 ? ` ${t("trip.cancel_fee_owed", { amount: money(data.owed) })}` : null}
      {returns ? ` ${t("trip.cancel_refund", { amount: money(data.refund) })}` : null}
    </p>
  );
}
