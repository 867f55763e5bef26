import { useState } from "react";
import { useTranslation } from "react-i18next";
import { type CancelReasonChoice, CancelReasons } from "@/ui/cancel-reasons";
import { ConfirmSheet } from "@/ui/confirm-sheet";

interface CancelTripSheetProps {
  opened: boolean;
  /** A street trip ends; of any other trip dispatch finds another driver. */
  street?: boolean;
  working: boolean;
  error: unknown;
  onClose: () => void;
  onConfirm: (why: CancelReasonChoice) => void;
}

/** The driver cancels the trip with a reason. */
export function CancelTripSheet({
  opened,
  street = false,
  working,
  error,
  onClose,
  onConfirm,
}: CancelTripSheetProps) {
  const { t } = useTranslation();
  const [why, setWhy] = useState<CancelReasonChoice | null>(null);
  return (
    <ConfirmSheet
      opened={opened}
      onClose={onClose}
      title={t(street ? "driver.street_cancel_title" : "driver.cancel_trip_title")}
      confirmLabel={t("driver.cancel_trip_confirm")}
      cancelLabel={t("trip.cancel_keep")}
      onConfirm={() => why && onConfirm(why)}
      tone="danger"
      working={working}
      error={error}
      blockedReason={why === null ? t("trip.cancel_pick") : undefined}
    >
      <p>{t(street ? "driver.street_cancel_body" : "driver.cancel_trip_body")}</p>
      <CancelReasons value={why} onChange={setWhy} />
    </ConfirmSheet>
  );
}
