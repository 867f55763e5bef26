import { Button, NativeSelect, Textarea } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { actOnBooking, bookingKey, bookingsKey } from "@/api/bookings";
import { serverNow } from "@/api/clock";
import type { Booking } from "@/api/types";
import { useFormat } from "@/i18n/use-format";
import { ConfirmSheet } from "@/ui/confirm-sheet";
import { Form } from "@/ui/form/form";
import { useForm } from "@/ui/form/use-form";
import { toast } from "@/ui/toast";
import classes from "./hold-sheet.module.css";

const MINUTE_MS = 60_000;
const STEPS = [5, 10, 15, 20, 30, 40];
const USUAL = 10;
/** The server's limits: the platform cancels a booking 30 minutes past its time, and searches 5 minutes before. */
const LATEST_MS = 25 * MINUTE_MS;
const MAX_REASON = 250;

/** Returns the numbers of minutes for which a booking can be held, at least one. */
export function holdMinutes({ trip_date, redispatched_at }: Booking, now: number): number[] {
  const from = Math.max(Date.parse(trip_date), redispatched_at ? Date.parse(redispatched_at) : 0);
  const most = Math.floor((from + LATEST_MS - now) / MINUTE_MS);
  const possible = STEPS.filter((minutes) => minutes <= most);
  return possible.length > 0 ? possible : [Math.max(1, most)];
}

interface HoldSheetProps {
  booking: Booking;
  onClose: () => void;
}

/** Holds the driver search with a reason until a time; of a held booking, changes or ends the hold. */
export function HoldSheet({ booking, onClose }: HoldSheetProps) {
  const { t } = useTranslation();
  const { duration, time } = useFormat();
  const client = useQueryClient();
  const [now] = useState(serverNow);
  const minutes = holdMinutes(booking, now);
  const usual = minutes.findLast((one) => one <= USUAL) ?? minutes[0] ?? USUAL;
  const { id, held_until: until } = booking;
  const done = async (changed: Booking) => {
    client.setQueryData(bookingKey(id), changed);
    onClose();
    await client.invalidateQueries({ queryKey: bookingsKey });
  };
  const form = useForm({
    values: { until: String(usual), reason: booking.hold_reason },
    send: ({ until, reason }) => {
      const at = new Date(serverNow() + Number(until) * MINUTE_MS).toISOString();
      return actOnBooking(id, "hold", { until: at, reason: reason.trim() });
    },
    notice: t("bookings.hold_done"),
    onDone: done,
  });
  const release = useMutation({
    mutationFn: () => actOnBooking(id, "release-hold", {}),
    onSuccess: (changed) => {
      toast.success(t("bookings.hold_released"));
      return done(changed);
    },
  });
  const mayHold = booking.actions.includes("hold");
  return (
    <ConfirmSheet
      opened
      onClose={onClose}
      title={t("bookings.hold")}
      confirmLabel={t(mayHold ? "bookings.hold" : "bookings.hold_release")}
      onConfirm={mayHold ? form.submit : () => release.mutate()}
      working={mayHold ? form.isPending : release.isPending}
      error={form.failure ?? release.error}
    >
      {until ? (
        <div className={classes.held}>
          <p>
            {t("bookings.held_until", { time: time(until) })}
            {booking.hold_reason ? <bdi>{booking.hold_reason}</bdi> : null}
          </p>
          {mayHold ? (
            <Button
              variant="default"
              size="compact-md"
              loading={release.isPending}
              onClick={() => release.mutate()}
            >
              {t("bookings.hold_release")}
            </Button>
          ) : null}
        </div>
      ) : null}
      {mayHold ? (
        <Form form={form} className={classes.form}>
          <p className={classes.lead}>{t("bookings.hold_lead")}</p>
          <Textarea
            {...form.field("reason")}
            label={t("bookings.reason")}
            autosize
            minRows={2}
            maxLength={MAX_REASON}
            dir="auto"
            data-autofocus
          />
          <NativeSelect
            {...form.field("until")}
            label={t("bookings.hold_until")}
            data={minutes.map((one) => ({
              value: String(one),
              label: `${duration(one * 60)} · ${time(new Date(now + one * MINUTE_MS))}`,
            }))}
          />
        </Form>
      ) : null}
    </ConfirmSheet>
  );
}
