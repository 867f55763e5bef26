import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { cancelAsGuest, guestCancelPreviewQuery, guestTripKey } from "@/api/guests";
import type { AppCategory } from "@/api/types";
import { CancelCost } from "@/ui/cancel-cost";
import { type CancelReasonChoice, CancelReasons } from "@/ui/cancel-reasons";
import { ConfirmSheet } from "@/ui/confirm-sheet";

interface GuestCancelProps {
  token: string;
  category: AppCategory;
  /** Whether the driver is at the pickup. */
  arrived: boolean;
  opened: boolean;
  onClose: () => void;
}

/** Cancels the booking of a link: shows the cost, then requires a reason and a confirmation. */
export function GuestCancel({ token, category, arrived, opened, onClose }: GuestCancelProps) {
  const { t } = useTranslation();
  const options = { context: category };
  const client = useQueryClient();
  const [why, setWhy] = useState<CancelReasonChoice | null>(null);
  const preview = useQuery({ ...guestCancelPreviewQuery(token), enabled: opened });
  const fee = preview.data?.fee;
  const cancel = useMutation({
    mutationFn: (body: CancelReasonChoice & { fee: string }) => cancelAsGuest(token, body),
    onSuccess: (trip) => {
      client.setQueryData(guestTripKey(token), trip);
      close();
    },
    // The fee may have changed, or the trip has started.
    onError: () => client.invalidateQueries({ queryKey: guestTripKey(token) }),
  });
  const close = () => {
    setWhy(null);
    if (!cancel.isPending) cancel.reset();
    onClose();
  };
  const blocked = () => {
    if (fee === undefined) return t("trip.cancel_checking");
    return why === null ? t("trip.cancel_pick") : undefined;
  };

  return (
    <ConfirmSheet
      opened={opened}
      onClose={close}
      title={t("trip.cancel_title", options)}
      confirmLabel={t("trip.cancel", options)}
      cancelLabel={t("trip.cancel_keep", options)}
      onConfirm={() => why && fee !== undefined && cancel.mutate({ ...why, fee })}
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
