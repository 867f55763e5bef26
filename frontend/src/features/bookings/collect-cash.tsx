import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { actOnBooking, bookingKey } from "@/api/bookings";
import { outcomeUnknown } from "@/api/error";
import { newIdempotencyKey } from "@/api/request";
import type { Booking } from "@/api/types";
import { useFormat } from "@/i18n/use-format";
import { ConfirmSheet } from "@/ui/confirm-sheet";
import classes from "./booking-detail.module.css";

/** Lets the driver collect cash for a trip that was not paid in the app. */
export function CollectCash({ booking }: { booking: Booking }) {
  const { t } = useTranslation();
  const { money } = useFormat();
  const client = useQueryClient();
  const [confirming, setConfirming] = useState(false);
  const [key, setKey] = useState(newIdempotencyKey);
  const collect = useMutation({
    mutationFn: () => actOnBooking(booking.id, "collect-cash", { amount: booking.to_collect }, key),
    onSuccess: (changed) => {
      client.setQueryData(bookingKey(booking.id), changed);
      setConfirming(false);
    },
    onError: (error) => {
      // The request may have arrived: a retry uses the same key.
      if (!outcomeUnknown(error)) setKey(newIdempotencyKey());
    },
    onSettled: () => client.invalidateQueries({ queryKey: bookingKey(booking.id) }),
  });
  if (booking.status !== "PENDING" || !booking.actions.includes("collect-cash")) return null;
  return (
    <section className={classes.card} aria-label={t("bookings.actions")}>
      <Button fullWidth aria-haspopup="dialog" onClick={() => setConfirming(true)}>
        {t("driver.cash_collected")}
      </Button>
      <ConfirmSheet
        opened={confirming}
        onClose={() => setConfirming(false)}
        title={t("driver.cash_collected")}
        confirmLabel={t("driver.cash_collected")}
        onConfirm={() => collect.mutate()}
        working={collect.isPending}
        error={collect.error}
      >
        <p>{t("bookings.record-payment_lead", { amount: money(booking.to_collect) })}</p>
      </ConfirmSheet>
    </section>
  );
}
