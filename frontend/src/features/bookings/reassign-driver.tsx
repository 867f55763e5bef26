import { Textarea } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { actOnBooking, bookingKey, bookingsKey } from "@/api/bookings";
import { newIdempotencyKey } from "@/api/request";
import type { AssignableDriver, Booking } from "@/api/types";
import { ConfirmSheet } from "@/ui/confirm-sheet";
import { toast } from "@/ui/toast";
import { AssignDriver } from "./assign-driver";

type Chosen = Pick<AssignableDriver, "id" | "name">;

interface ReassignDriverProps {
  booking: Booking;
  /** The new driver, if it is chosen already. */
  driver?: Chosen | undefined;
  opened: boolean;
  onClose: () => void;
}

/** Replaces the booking's driver: chosen from the list, then confirmed with a reason. */
export function ReassignDriver({ booking, driver: chosen, opened, onClose }: ReassignDriverProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [picked, setPicked] = useState<{ driver: Chosen; key: string } | null>(
    chosen ? { driver: chosen, key: newIdempotencyKey() } : null,
  );
  const [reason, setReason] = useState("");
  const close = () => {
    setPicked(null);
    setReason("");
    onClose();
  };
  const reassign = useMutation({
    mutationFn: ({ driver, key }: { driver: Chosen; key: string }) =>
      actOnBooking(booking.id, "reassign", { driver_id: driver.id, reason: reason.trim() }, key),
    onSuccess: (changed) => {
      client.setQueryData(bookingKey(booking.id), changed);
      toast.success(t("bookings.assigned"));
      close();
    },
    onSettled: () => {
      void client.invalidateQueries({ queryKey: [...bookingsKey, "list"] });
      return client.invalidateQueries({ queryKey: bookingKey(booking.id) });
    },
  });
  const names = { name: picked?.driver.name ?? "", driver: booking.driver?.name ?? "" };

  return (
    <>
      <AssignDriver
        booking={booking}
        opened={opened && picked === null}
        onClose={close}
        onPick={(driver) => {
          setReason("");
          reassign.reset();
          setPicked({ driver, key: newIdempotencyKey() });
        }}
      />
      <ConfirmSheet
        opened={opened && picked !== null}
        onClose={() => (chosen ? close() : setPicked(null))}
        title={t("bookings.reassign_to", names)}
        confirmLabel={t("bookings.reassign_to", names)}
        onConfirm={() => picked && reassign.mutate(picked)}
        working={reassign.isPending}
        error={reassign.error}
        blockedReason={reason.trim() ? undefined : t("bookings.reason_needed")}
      >
        <p>{t("bookings.reassign_lead", names)}</p>
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
    </>
  );
}
