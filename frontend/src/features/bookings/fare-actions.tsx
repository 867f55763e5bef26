import { Button, Checkbox, Textarea } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { approvalsKey, isWaiting, waitingApprovalsQuery } from "@/api/approvals";
import { actOnBooking, bookingKey, bookingsKey, refundTrip } from "@/api/bookings";
import { publicSettingsQuery } from "@/api/catalogue";
import { ApiError, outcomeUnknown } from "@/api/error";
import { newIdempotencyKey } from "@/api/request";
import type { Booking } from "@/api/types";
import { useFormat } from "@/i18n/use-format";
import { useAmount } from "@/ui/amount";
import { AmountInput } from "@/ui/amount-input";
import { AboveLimit } from "@/ui/approvals/above-limit";
import { useApprovalLimit } from "@/ui/approvals/use-approval-limit";
import { ConfirmSheet } from "@/ui/confirm-sheet";
import { toast } from "@/ui/toast";

/** A new fare can be zero. */
const FARE = /^\d{1,9}([.,]\d{1,3})?$/;
const PAID = ["PAID", "COMPLETE"];

type FareAction = "adjust-fare" | "refund";
const OFFERED: readonly FareAction[] = ["adjust-fare", "refund"];

/** Adjusts the fare after the trip or refunds the rider, each with an amount and a reason. */
export function FareActions({ booking }: { booking: Booking }) {
  const { t } = useTranslation();
  const { money } = useFormat();
  const [chosen, setChosen] = useState<FareAction | null>(null);
  const refunds = booking.actions.includes("refund");
  const approvals = useQuery({ ...waitingApprovalsQuery(booking.id), enabled: refunds });
  const waiting = refunds ? approvals.data?.find(({ kind }) => kind === "refund") : undefined;
  const offered = OFFERED.filter((action) => booking.actions.includes(action));
  return (
    <>
      {waiting ? (
        <Button
          component={Link}
          to={`/approvals?approval=${waiting.id}`}
          fullWidth
          variant="default"
        >
          {t("approvals.waiting_amount", { amount: money(waiting.amount) })}
        </Button>
      ) : null}
      {offered
        .filter((action) => !waiting || action !== "refund")
        .map((action) => (
          <Button
            key={action}
            fullWidth
            variant="default"
            aria-haspopup="dialog"
            onClick={() => setChosen(action)}
          >
            {t(`bookings.${action}`)}
          </Button>
        ))}
      {chosen ? (
        <FareSheet booking={booking} action={chosen} onClose={() => setChosen(null)} />
      ) : null}
    </>
  );
}

interface FareSheetProps {
  booking: Booking;
  action: FareAction;
  onClose: () => void;
}

function FareSheet({ booking, action, onClose }: FareSheetProps) {
  const { t } = useTranslation();
  const { money } = useFormat();
  const client = useQueryClient();
  const settings = useQuery(publicSettingsQuery());
  const [key, setKey] = useState(newIdempotencyKey);
  const [typed, setTyped] = useState("");
  const [ticked, setTicked] = useState(false);
  const [reason, setReason] = useState("");
  /** The server has refused a refund to the wallet, because the rider's account is deleted. */
  const [deleted, setDeleted] = useState(false);
  const [outside, setOutside] = useState(booking.street_trip);
  const refunds = action === "refund";
  const { amount, valid, problem } = useAmount(typed, Number(booking.refundable_amount));
  const body = { reason: reason.trim() };
  const limit = useApprovalLimit("approval_refund_limit");
  /** What staff have returned so far counts too. */
  const returned =
    Number(booking.refunded_amount) + Math.max(-Number(booking.adjustment_amount), 0);
  const above =
    refunds && valid && limit !== null && returned + Number(amount) > Number(limit) ? limit : null;
  const act = useMutation({
    mutationFn: () =>
      refunds
        ? refundTrip(
            booking.id,
            {
              ...body,
              amount,
              from_driver: ticked,
              ...(outside ? { paid_outside: true as const } : {}),
            },
            key,
          )
        : actOnBooking(
            booking.id,
            "adjust-fare",
            { ...body, trip_cost: amount, keep_driver_share: ticked },
            key,
          ),
    onSuccess: (changed) => {
      setKey(newIdempotencyKey());
      if (isWaiting(changed)) {
        toast.success(t("approvals.sent"));
        void client.invalidateQueries({ queryKey: approvalsKey });
      } else {
        client.setQueryData(bookingKey(booking.id), changed);
        toast.success(t("bookings.updated"));
      }
      onClose();
    },
    onError: (error) => {
      // The outcome may be unknown: a retry then uses the same key.
      if (!outcomeUnknown(error)) setKey(newIdempotencyKey());
      if (error instanceof ApiError && error.code === "rider_deleted") setDeleted(true);
    },
    onSettled: () => {
      void client.invalidateQueries({ queryKey: [...bookingsKey, "list"] });
      return client.invalidateQueries({ queryKey: bookingKey(booking.id) });
    },
  });
  /** Another amount, reason or tick makes another request. */
  const change = () => {
    setKey(newIdempotencyKey());
    act.reset();
  };
  const isValid = refunds ? valid : FARE.test(typed.trim());
  const blocked = !isValid
    ? (refunds && problem) || t("bookings.amount_needed")
    : reason.trim()
      ? undefined
      : t("bookings.reason_needed");
  const paid = PAID.includes(booking.status);

  return (
    <ConfirmSheet
      opened
      onClose={onClose}
      title={t(`bookings.${action}`)}
      notice={above ? <AboveLimit limit={above} /> : null}
      confirmLabel={
        above
          ? t("approvals.request")
          : isValid
            ? t(refunds ? "bookings.refund_amount" : "bookings.adjust_to", {
                amount: money(amount),
              })
            : t(`bookings.${action}`)
      }
      onConfirm={() => act.mutate()}
      working={act.isPending}
      error={act.error}
      blockedReason={blocked}
    >
      <p>
        {refunds
          ? t("bookings.refund_lead", { most: money(booking.refundable_amount ?? "0") })
          : t(paid ? "bookings.adjust_lead_paid" : "bookings.adjust_lead", {
              fare: money(booking.trip_cost),
            })}
      </p>
      <AmountInput
        label={t(refunds ? "bookings.refund_field" : "bookings.adjust_field")}
        autoComplete="off"
        dir="ltr"
        leftSection={settings.data?.symbol}
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          change();
        }}
        data-autofocus
      />
      {booking.driver ? (
        <Checkbox
          mt="sm"
          label={t(refunds ? "bookings.refund_from_driver" : "bookings.adjust_keep_share")}
          checked={ticked}
          onChange={(event) => {
            setTicked(event.currentTarget.checked);
            change();
          }}
        />
      ) : null}
      {refunds && booking.street_trip ? <p>{t("bookings.refund_street")}</p> : null}
      {refunds && deleted && !booking.street_trip ? (
        <Checkbox
          mt="sm"
          label={t("bookings.refund_outside")}
          checked={outside}
          onChange={(event) => {
            setOutside(event.currentTarget.checked);
            change();
          }}
        />
      ) : null}
      <Textarea
        mt="sm"
        label={t("bookings.reason")}
        autosize
        minRows={2}
        maxLength={250}
        value={reason}
        onChange={(event) => {
          setReason(event.currentTarget.value);
          change();
        }}
      />
    </ConfirmSheet>
  );
}
