import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { cancelPreviewQuery } from "@/api/bookings";
import type { AppCategory } from "@/api/types";
import { type CancelReasonChoice, CancelReasons } from "@/ui/cancel-reasons";
import { ConfirmSheet } from "@/ui/confirm-sheet";
import { CancelCost } from "./cancel-cost";
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
  const { data: preview } = useQuery({ ...cancelPreviewQuery(bookingId), enabled: opened });

  const blocked = () => {
    if (!preview) return t("trip.cancel_checking");
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
        why && preview && cancel.mutate({ ...why, fee: preview.fee }, { onSuccess: close })
      }
      tone="danger"
      working={cancel.isPending}
      error={cancel.error}
      blockedReason={blocked()}
    >
      {opened ? <CancelCost bookingId={bookingId} arrived={arrived} /> : null}
      <CancelReasons value={why} onChange={setWhy} />
    </ConfirmSheet>
  );
}
