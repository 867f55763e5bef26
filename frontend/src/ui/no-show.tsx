import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { actOnBooking, bookingKey, bookingsKey } from "@/api/bookings";
import { useOwnClock } from "@/api/clock";
import { outcomeUnknown } from "@/api/error";
import { meKey } from "@/api/me";
import { newIdempotencyKey } from "@/api/request";
import type { Booking } from "@/api/types";
import { useFormat } from "@/i18n/use-format";
import { ConfirmSheet } from "./confirm-sheet";
import { clockTime, useCountdown } from "./use-countdown";

interface NoShowProps {
  booking: Booking;
  /** Who ends the trip; the text about the fee depends on it. */
  by: "driver" | "staff";
  /** Sends the no-show; a driver's is queued behind their positions. */
  send?: (fee: string, key: string) => Promise<Booking>;
}

/**
 * Cancels a booking whose rider is not at the pickup: shown with the waiting time, enabled once the free time
 * is over.
 */
export function NoShow({ booking, ...way }: NoShowProps) {
  const { waiting } = booking;
  if (!waiting || !booking.actions.includes("no-show")) return null;
  return <Ending booking={booking} waiting={waiting} {...way} />;
}

function Ending({
  booking,
  waiting,
  by,
  send = (fee, key) => actOnBooking(booking.id, "no-show", { fee }, key),
}: NoShowProps & { waiting: NonNullable<Booking["waiting"]> }) {
  const { t } = useTranslation();
  const { money } = useFormat();
  const client = useQueryClient();
  const left = useCountdown(useOwnClock(waiting.free_until));
  const [sure, setSure] = useState(false);
  const [key, setKey] = useState("");
  const end = useMutation({
    mutationFn: () => send(waiting.fee, key),
    onSuccess: (ended) => {
      client.setQueryData(bookingKey(booking.id), ended);
      setSure(false);
    },
    onError: (error) => {
      // The request may have arrived, so a retry uses the same key.
      if (!outcomeUnknown(error)) setKey(newIdempotencyKey());
    },
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: bookingsKey }),
        client.invalidateQueries({ queryKey: meKey }),
      ]),
  });
  const begin = () => {
    if (left > 0) return;
    setKey(newIdempotencyKey());
    end.reset();
    setSure(true);
  };

  return (
    <>
      {/* The seconds are not announced; the end of the free time is announced separately. */}
      <div aria-live="off">
        <Button
          fullWidth
          variant="default"
          size={by === "driver" ? "lg" : "sm"}
          aria-disabled={left > 0}
          data-disabled={left > 0 || undefined}
          aria-haspopup="dialog"
          onClick={begin}
        >
          {left > 0 ? t("trip.no_show_in", { time: clockTime(left) }) : t("trip.no_show")}
        </Button>
      </div>
      <ConfirmSheet
        opened={sure}
        onClose={() => setSure(false)}
        title={t("trip.no_show_title")}
        confirmLabel={t("trip.no_show_confirm")}
        onConfirm={() => end.mutate()}
        tone="danger"
        working={end.isPending}
        error={end.error}
      >
        <p>
          {Number(waiting.fee) > 0
            ? t("trip.no_show_fee", { amount: money(waiting.fee), context: by })
            : t("trip.no_show_free")}
        </p>
      </ConfirmSheet>
    </>
  );
}
