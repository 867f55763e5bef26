import { Button, Textarea } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { actOnBooking, bookingKey } from "@/api/bookings";
import type { Booking } from "@/api/types";
import { ConfirmSheet } from "@/ui/confirm-sheet";
import { AssignDriver } from "./assign-driver";
import classes from "./booking-detail.module.css";

type StaffAction = "cancel" | "force-end";
const OFFERED: readonly StaffAction[] = ["cancel", "force-end"];

/** What an admin may do to a booking now; each asks for the reason first. */
export function StaffActions({ booking }: { booking: Booking }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [asking, setAsking] = useState<StaffAction | null>(null);
  const [assigning, setAssigning] = useState(false);
  const [reason, setReason] = useState("");
  const act = useMutation({
    mutationFn: (action: StaffAction) =>
      actOnBooking(booking.id, action, { reason: reason.trim() }),
    onSuccess: (changed) => {
      client.setQueryData(bookingKey(booking.id), changed);
      setAsking(null);
      setReason("");
    },
    onSettled: () => client.invalidateQueries({ queryKey: bookingKey(booking.id) }),
  });
  const assigns = booking.actions.includes("assign");
  // What was never paid for is called off without a reason.
  const unpaid = booking.status === "PAYMENT_PENDING";
  const possible = OFFERED.filter((action) => booking.actions.includes(action));
  if (possible.length === 0 && !assigns) return null;

  return (
    <section className={classes.card} aria-label={t("bookings.actions")}>
      {assigns ? (
        <Button fullWidth onClick={() => setAssigning(true)}>
          {t("bookings.assign_driver")}
        </Button>
      ) : null}
      <AssignDriver
        booking={booking}
        opened={assigning && assigns}
        onClose={() => setAssigning(false)}
      />
      {possible.map((action) => (
        <Button key={action} fullWidth variant="default" onClick={() => setAsking(action)}>
          {t(`bookings.${action}`)}
        </Button>
      ))}
      <ConfirmSheet
        opened={asking !== null}
        onClose={() => setAsking(null)}
        title={t(`bookings.${asking ?? "cancel"}`)}
        confirmLabel={t(`bookings.${asking ?? "cancel"}`)}
        onConfirm={() => asking && act.mutate(asking)}
        tone="trouble"
        working={act.isPending}
        error={act.error}
        blockedReason={unpaid || reason.trim() ? undefined : t("bookings.reason_needed")}
      >
        <Textarea
          label={t("bookings.reason")}
          autosize
          minRows={2}
          maxLength={250}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          data-autofocus
        />
      </ConfirmSheet>
    </section>
  );
}
