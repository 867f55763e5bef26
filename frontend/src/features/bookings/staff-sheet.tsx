import { Radio, Stack, Textarea } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { actOnBooking, bookingKey, cancelPreviewQuery } from "@/api/bookings";
import { outcomeUnknown } from "@/api/error";
import { newIdempotencyKey } from "@/api/request";
import type { Booking } from "@/api/types";
import { useFormat } from "@/i18n/use-format";
import { ConfirmSheet } from "@/ui/confirm-sheet";
import { StaffCancelCost } from "./staff-cancel-cost";

export const OFFERED = [
  "unassign",
  "record-payment",
  "request-payment",
  "write-off",
  "cancel",
  "force-end",
] as const;
export type StaffAction = (typeof OFFERED)[number];
/** Who received the money: the driver in cash, or the company in another way. */
const RECORDED = ["cash", "other"] as const;
type Recorded = (typeof RECORDED)[number];
const HARMLESS: readonly StaffAction[] = ["record-payment", "request-payment"];

interface StaffSheetProps {
  booking: Booking;
  action: StaffAction;
  onClose: () => void;
}

/** Confirms an action of an admin, with its cost and a reason. */
export function StaffSheet({ booking, action, onClose }: StaffSheetProps) {
  const { t } = useTranslation();
  const { money } = useFormat();
  const client = useQueryClient();
  const [reason, setReason] = useState("");
  const [recordedAs, setRecordedAs] = useState<Recorded>("cash");
  const [key, setKey] = useState(newIdempotencyKey);
  // Cancelling an unpaid booking costs nothing.
  const costs = action === "cancel" && booking.status !== "PAYMENT_PENDING";
  const cost = useQuery({ ...cancelPreviewQuery(booking.id), enabled: costs });
  const act = useMutation({
    mutationFn: () => {
      const why = { reason: reason.trim() };
      if (action === "request-payment") return actOnBooking(booking.id, action, {}, key);
      if (action === "record-payment") {
        return actOnBooking(
          booking.id,
          action,
          { ...why, payment_mode: recordedAs, amount: booking.to_collect },
          key,
        );
      }
      if (action === "cancel" && cost.data) {
        return actOnBooking(booking.id, action, { ...why, fee: cost.data.fee }, key);
      }
      return actOnBooking(booking.id, action, why, key);
    },
    onSuccess: (changed) => {
      client.setQueryData(bookingKey(booking.id), changed);
      onClose();
    },
    onError: (error) => {
      // The outcome may be unknown: a retry then uses the same key.
      if (!outcomeUnknown(error)) setKey(newIdempotencyKey());
    },
    onSettled: () => client.invalidateQueries({ queryKey: bookingKey(booking.id) }),
  });
  /** Another action, reason or payment method makes another request. */
  const renew = () => {
    setKey(newIdempotencyKey());
    act.reset();
  };
  // Cancelling an unpaid booking needs no reason.
  const needsReason = booking.status !== "PAYMENT_PENDING" && action !== "request-payment";
  const blocked = () => {
    if (costs && !cost.data) return t("trip.cancel_checking");
    return !needsReason || reason.trim() ? undefined : t("bookings.reason_needed");
  };
  const due = () => ({ amount: money(booking.amount_due) });
  const collected = () => ({ amount: money(booking.to_collect) });

  return (
    <ConfirmSheet
      opened
      onClose={onClose}
      title={t(`bookings.${action}`)}
      confirmLabel={t(`bookings.${action}`)}
      onConfirm={() => act.mutate()}
      tone={HARMLESS.includes(action) ? "lamp" : "danger"}
      working={act.isPending}
      error={act.error}
      blockedReason={blocked()}
    >
      {action === "unassign" ? (
        <p>{t("bookings.unassign_lead", { driver: booking.driver?.name ?? "" })}</p>
      ) : null}
      {action === "record-payment" ? (
        <>
          <Radio.Group
            label={t("bookings.record_how")}
            value={recordedAs}
            onChange={(value) => {
              setRecordedAs(value === "other" ? "other" : "cash");
              renew();
            }}
          >
            <Stack gap="xs" mt="xs">
              {RECORDED.map((value) => (
                <Radio key={value} value={value} label={t(`bookings.record_${value}`)} />
              ))}
            </Stack>
          </Radio.Group>
          <p>
            {t(
              recordedAs === "cash" ? "bookings.record-payment_lead" : "bookings.record-other_lead",
              collected(),
            )}
          </p>
        </>
      ) : null}
      {costs ? <StaffCancelCost bookingId={booking.id} /> : null}
      {action === "write-off" ? <p>{t("bookings.write-off_lead", due())}</p> : null}
      {action === "request-payment" ? <p>{t("bookings.request-payment_lead", due())}</p> : null}
      {action === "request-payment" ? null : (
        <Textarea
          label={t("bookings.reason")}
          autosize
          minRows={2}
          maxLength={250}
          value={reason}
          onChange={(event) => {
            setReason(event.currentTarget.value);
            renew();
          }}
          data-autofocus
        />
      )}
    </ConfirmSheet>
  );
}
