import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { cancelPreviewQuery } from "@/api/bookings";
import type { BookingRow } from "@/api/types";
import { useFormat } from "@/i18n/use-format";
import { type CancelReasonChoice, CancelReasons } from "@/ui/cancel-reasons";
import { ConfirmSheet } from "@/ui/confirm-sheet";
import { useRowDeed } from "./use-row-deed";

interface CancelRowProps {
  row: BookingRow;
  onClose: () => void;
}

/** Cancelling from the list: what it costs, why, and sure. What was never paid for has its reason already. */
export function CancelRow({ row, onClose }: CancelRowProps) {
  const { t } = useTranslation();
  const [why, setWhy] = useState<CancelReasonChoice | null>(null);
  const cancel = useRowDeed(row.id, "cancel", onClose);
  const unpaid = row.status === "PAYMENT_PENDING";

  return (
    <ConfirmSheet
      opened
      onClose={onClose}
      title={t("history.cancel_title", { reference: row.reference })}
      confirmLabel={t("history.do_cancel")}
      cancelLabel={t("history.keep")}
      onConfirm={() => cancel.mutate(unpaid ? {} : (why ?? {}))}
      tone="trouble"
      working={cancel.isPending}
      error={cancel.error}
      blockedReason={unpaid || why !== null ? undefined : t("trip.cancel_pick")}
    >
      {unpaid ? (
        <p>{t("history.cancel_unpaid")}</p>
      ) : (
        <>
          <Cost id={row.id} />
          <CancelReasons value={why} onChange={setWhy} />
        </>
      )}
    </ConfirmSheet>
  );
}

function Cost({ id }: { id: number }) {
  const { t } = useTranslation();
  const { money } = useFormat();
  const { data } = useQuery(cancelPreviewQuery(id));
  if (!data) return null;
  const costs = Number(data.fee) > 0;
  const returns = Number(data.refund) > 0;
  return (
    <p role="status">
      {costs ? t("trip.cancel_fee", { amount: money(data.fee) }) : t("trip.cancel_cost")}
      {returns ? ` ${t("trip.cancel_refund", { amount: money(data.refund) })}` : null}
    </p>
  );
}
