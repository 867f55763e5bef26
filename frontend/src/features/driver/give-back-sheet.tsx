import { useState } from "react";
import { useTranslation } from "react-i18next";
import { type CancelReasonChoice, CancelReasons } from "@/ui/cancel-reasons";
import { ConfirmSheet } from "@/ui/confirm-sheet";

interface GiveBackSheetProps {
  opened: boolean;
  working: boolean;
  error: unknown;
  onClose: () => void;
  onConfirm: (why: CancelReasonChoice) => void;
}

/** A driver who cannot go gives the task back and says why; another driver is looked for. */
export function GiveBackSheet({ opened, working, error, onClose, onConfirm }: GiveBackSheetProps) {
  const { t } = useTranslation();
  const [why, setWhy] = useState<CancelReasonChoice | null>(null);
  return (
    <ConfirmSheet
      opened={opened}
      onClose={onClose}
      title={t("driver.give_back_title")}
      confirmLabel={t("driver.give_back_confirm")}
      onConfirm={() => why && onConfirm(why)}
      tone="trouble"
      working={working}
      error={error}
      blockedReason={why === null ? t("trip.cancel_pick") : undefined}
    >
      <p>{t("driver.give_back_body")}</p>
      <CancelReasons value={why} onChange={setWhy} />
    </ConfirmSheet>
  );
}
