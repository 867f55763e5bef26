import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { cancelPreviewQuery } from "@/api/bookings";
import type { AppCategory } from "@/api/types";
import { CancelCost } from "@/ui/cancel-cost";
import { type CancelReasonChoice, CancelReasons } from "@/ui/cancel-reasons";
import { ConfirmSheet } from "@/ui/confirm-sheet";
import { useTripAction } from "./use-trip-action";

interface CancelDialogProps {
  bookingId: number;
  category: AppCategory;
  /** Whether the driver is at the pickup. */
  arrived: boolean;
  opened: boolean;
  onClose: () => void;
}

/** Cancels a trip: shows the cost, then requires a reason and a confirmation. */
export function CancelDialog({ bookingId, category, arrived, opened, onClose }: CancelDialogProps) {
  const { t } = useTranslation();
  const options = { context: category };
  const [why, setWhy] = useState<CancelReasonChoice | null>(null);
  const cancel = useTripAction(bookingId, "cancel");
  const preview = useQuery({ ...cancelPreviewQuery(bookingId), enabled: opened });
  const fee = preview.data?.fee;

  const blocked = () => {
    if (fee === undefined) return t("trip.cancel_checking");
    return why === null ? t("trip.cancel_pick") : undefined;
  };

  const close = () => {
    setWhy(null);
    cancel.reset();
    onClose();
  };

  return (
    <ConfirmSheet
      opened={opened}
      onClose={close}
      title={t("trip.cancel_title", options)}
      confirmLabel={t("trip.cancel", options)}
      cancelLabel={t("trip.cancel_keep", options)}
      onConfirm={() =>
        why && fee !== undefined && cancel.mutate({ ...why, fee }, { onSuccess: close })
      }
      tone="danger"
      working={cancel.isPending}
      error={cancel.error}
      blockedReason={blocked()}
    >
      {opened ? <CancelCost preview={preview} arrived={arrived} /> : null}
      <CancelReasons value={why} onChange={setWhy} />
    </ConfirmSheet>
  );
}
