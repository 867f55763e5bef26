import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { AppCategory } from "@/api/types";
import { type CancelReasonChoice, CancelReasons } from "@/ui/cancel-reasons";
import { ConfirmSheet } from "@/ui/confirm-sheet";
import { CancelCost } from "./cancel-cost";
import { useTripAction } from "./use-trip-action";

interface CancelDialogProps {
  bookingId: number;
  category: AppCategory;
  opened: boolean;
  onClose: () => void;
}

/** Cancelling: what it costs first, then why, then sure. */
export function CancelDialog({ bookingId, category, opened, onClose }: CancelDialogProps) {
  const { t } = useTranslation();
  const said = { context: category };
  const [why, setWhy] = useState<CancelReasonChoice | null>(null);
  const cancel = useTripAction(bookingId, "cancel");

  const close = () => {
    setWhy(null);
    cancel.reset();
    onClose();
  };

  return (
    <ConfirmSheet
      opened={opened}
      onClose={close}
      title={t("trip.cancel_title", said)}
      confirmLabel={t("trip.cancel", said)}
      cancelLabel={t("trip.cancel_keep", said)}
      onConfirm={() => why && cancel.mutate(why, { onSuccess: close })}
      tone="trouble"
      working={cancel.isPending}
      error={cancel.error}
      blockedReason={why === null ? t("trip.cancel_pick") : undefined}
    >
      {opened ? <CancelCost bookingId={bookingId} /> : null}
      <CancelReasons value={why} onChange={setWhy} />
    </ConfirmSheet>
  );
}
