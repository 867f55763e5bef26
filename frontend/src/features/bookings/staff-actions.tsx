import { Button, Radio, Stack, Textarea } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { actOnBooking, bookingKey, cancelPreviewQuery } from "@/api/bookings";
import { outcomeUnknown } from "@/api/error";
import { newIdempotencyKey } from "@/api/request";
import type { Booking } from "@/api/types";
import { useFormat } from "@/i18n/use-format";
import { ConfirmSheet } from "@/ui/confirm-sheet";
import { NoShow } from "@/ui/no-show";
import { useOpenRequest } from "@/ui/use-open-request";
import { AssignDriver } from "./assign-driver";
import classes from "./booking-detail.module.css";
import { EditBooking } from "./edit-booking";
import { FareActions } from "./fare-actions";
import { ReassignDriver } from "./reassign-driver";
import { SearchAgain } from "./search-again";
import { StaffCancelCost } from "./staff-cancel-cost";

const OFFERED = [
  "unassign",
  "record-payment",
  "request-payment",
  "write-off",
  "cancel",
  "force-end",
] as const;
type StaffAction = (typeof OFFERED)[number];
/** Who received the money: the driver in cash, or the company in another way. */
const RECORDED = ["cash", "other"] as const;
type Recorded = (typeof RECORDED)[number];
const HARMLESS: readonly (StaffAction | null)[] = ["record-payment", "request-payment"];

/** The actions of an admin on a booking; those that change money or remove something require a reason. */
export function StaffActions({ booking }: { booking: Booking }) {
  const { t } = useTranslation();
  const { money } = useFormat();
  const client = useQueryClient();
  const [chosen, setChosen] = useState<StaffAction | null>(null);
  const [assigning, setAssigning] = useState(false);
  const [searching, setSearching] = useState(false);
  const [reassigning, setReassigning] = useState(false);
  const [editing, setEditing] = useState(false);
  const [reason, setReason] = useState("");
  // An alert links here with the dialog to open.
  useOpenRequest("assign", () => setAssigning(true));
  useOpenRequest("search", () => setSearching(true));
  const [recordedAs, setRecordedAs] = useState<Recorded>("cash");
  const [key, setKey] = useState(newIdempotencyKey);
  // Cancelling an unpaid booking costs nothing.
  const costs = chosen === "cancel" && booking.status !== "PAYMENT_PENDING";
  const cost = useQuery({ ...cancelPreviewQuery(booking.id), enabled: costs });
  const act = useMutation({
    mutationFn: (action: StaffAction) => {
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
      setChosen(null);
      setReason("");
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
  /** Each action starts without the previous reason and error. */
  const begin = (action: StaffAction) => {
    setReason("");
    setRecordedAs("cash");
    renew();
    setChosen(action);
  };
  const assigns = booking.actions.includes("assign");
  const searches = booking.actions.includes("search");
  const reassigns = booking.actions.includes("reassign");
  // Cancelling an unpaid booking needs no reason.
  const needsReason = booking.status !== "PAYMENT_PENDING" && chosen !== "request-payment";
  const blocked = () => {
    if (costs && !cost.data) return t("trip.cancel_checking");
    return !needsReason || reason.trim() ? undefined : t("bookings.reason_needed");
  };
  const due = () => ({ amount: money(booking.amount_due) });
  const collected = () => ({ amount: money(booking.to_collect) });
  const possible = OFFERED.filter((action) => booking.actions.includes(action));
  const edits = booking.actions.includes("edit");
  const settles = booking.actions.some((one) => one === "adjust-fare" || one === "refund");
  const others = assigns || searches || reassigns || edits || settles;
  if (possible.length === 0 && !others && !editing) return null;

  return (
    <section className={classes.card} aria-label={t("bookings.actions")}>
      {assigns ? (
        <Button fullWidth aria-haspopup="dialog" onClick={() => setAssigning(true)}>
          {t("bookings.assign_driver")}
        </Button>
      ) : null}
      <AssignDriver
        booking={booking}
        opened={assigning && assigns}
        onClose={() => setAssigning(false)}
      />
      {searches ? (
        <Button
          fullWidth
          variant="default"
          aria-haspopup="dialog"
          onClick={() => setSearching(true)}
        >
          {t("bookings.search")}
        </Button>
      ) : null}
      <SearchAgain
        id={booking.id}
        opened={searching && searches}
        onClose={() => setSearching(false)}
      />
      {reassigns ? (
        <Button
          fullWidth
          variant="default"
          aria-haspopup="dialog"
          onClick={() => setReassigning(true)}
        >
          {t("bookings.reassign")}
        </Button>
      ) : null}
      <ReassignDriver
        booking={booking}
        opened={reassigning && reassigns}
        onClose={() => setReassigning(false)}
      />
      {edits ? (
        <Button fullWidth variant="default" aria-haspopup="dialog" onClick={() => setEditing(true)}>
          {t("bookings.edit")}
        </Button>
      ) : null}
      {/* Stays open when the booking can no longer be edited, and shows that. */}
      {editing ? <EditBooking booking={booking} onClose={() => setEditing(false)} /> : null}
      <FareActions booking={booking} />
      <NoShow booking={booking} by="staff" />
      {possible.map((action) => (
        <Button
          key={action}
          fullWidth
          variant="default"
          aria-haspopup="dialog"
          onClick={() => begin(action)}
        >
          {t(`bookings.${action}`)}
        </Button>
      ))}
      <ConfirmSheet
        opened={chosen !== null}
        onClose={() => setChosen(null)}
        title={t(`bookings.${chosen ?? "cancel"}`)}
        confirmLabel={t(`bookings.${chosen ?? "cancel"}`)}
        onConfirm={() => chosen && act.mutate(chosen)}
        tone={HARMLESS.includes(chosen) ? "lamp" : "danger"}
        working={act.isPending}
        error={act.error}
        blockedReason={blocked()}
      >
        {chosen === "unassign" ? (
          <p>{t("bookings.unassign_lead", { driver: booking.driver?.name ?? "" })}</p>
        ) : null}
        {chosen === "record-payment" ? (
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
                recordedAs === "cash"
                  ? "bookings.record-payment_lead"
                  : "bookings.record-other_lead",
                collected(),
              )}
            </p>
          </>
        ) : null}
        {costs ? <StaffCancelCost bookingId={booking.id} /> : null}
        {chosen === "write-off" ? <p>{t("bookings.write-off_lead", due())}</p> : null}
        {chosen === "request-payment" ? <p>{t("bookings.request-payment_lead", due())}</p> : null}
        {chosen === "request-payment" ? null : (
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
    </section>
  );
}
