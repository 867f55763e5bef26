import { Button } from "@mantine/core";
import { IconPhone } from "@tabler/icons-react";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import type { GuestTrip } from "@/api/types";
import { useFormat } from "@/i18n/use-format";
import { lazy } from "@/ui/lazy";
import { PartyLine } from "@/ui/party/party-line";
import { isNumber } from "@/ui/phone-link";
import { HireLine } from "@/ui/places/hire-line";
import { RoundTripLine } from "@/ui/places/round-trip-line";
import { LoadingState } from "@/ui/states";
import { GuestCancel } from "./guest-cancel";
import { GuestChat } from "./guest-chat";
import { GuestPlaces } from "./guest-places";
import classes from "./guest-trip.module.css";
import { SharedStage } from "./shared-stage";

// They load the code of payments and receipts, which most of the trip does not need.
const GuestPay = lazy(async () => ({ default: (await import("./guest-pay")).GuestPay }));
const GuestReceipt = lazy(async () => ({
  default: (await import("./guest-receipt")).GuestReceipt,
}));

interface GuestTripPanelProps {
  trip: GuestTrip;
  token: string;
}

/** The stage of the booking, and all that its rider can do. */
export function GuestTripPanel({ trip, token }: GuestTripPanelProps) {
  const { t } = useTranslation();
  const { money, dateTime, time } = useFormat();
  const [cancelling, setCancelling] = useState(false);
  const { status, driver_contact, otp, otp_at } = trip;
  const due = Number(trip.amount_due) > 0;
  const codeMatters = otp !== "" && (otp_at === "reach" || status !== "STARTED");

  return (
    <div className={classes.panel}>
      {status === "PAYMENT_PENDING" ? (
        <h1 className={classes.title} aria-live="polite">
          {t("trip.prepay_title", { context: trip.app_category })}
        </h1>
      ) : status === "NEW" ? (
        <h1 className={classes.title} aria-live="polite">
          {trip.held_until
            ? t("guest.held", { time: time(trip.held_until) })
            : trip.book_later
              ? t("guest.planned", { time: dateTime(trip.trip_date) })
              : t("guest.waiting")}
        </h1>
      ) : status === "CANCELLED" ? (
        <h1 className={classes.title} aria-live="polite">
          {t("guest.cancel_done")}
        </h1>
      ) : (
        <SharedStage trip={trip} own />
      )}
      {codeMatters ? (
        <p className={classes.code}>
          <span>{t(otp_at === "reach" ? "guest.code_reach" : "guest.code_start")}</span>
          <strong dir="ltr">{otp}</strong>
        </p>
      ) : null}
      <GuestPlaces trip={trip} />
      <RoundTripLine minutes={trip.return_wait_minutes} />
      <HireLine minutes={trip.hire_minutes} />
      <PartyLine party={trip} />
      <p className={classes.facts}>
        <span>{t("guest.booking", { reference: trip.reference })}</span>
        {status === "CANCELLED" ? null : (
          <span>
            {t(trip.fare_is_fixed || due ? "guest.price" : "guest.price_estimated")}
            {": "}
            <bdi>{money(trip.price)}</bdi>
          </span>
        )}
      </p>
      {trip.may_pay ? (
        <Suspense fallback={<LoadingState />}>
          <GuestPay trip={trip} token={token} />
        </Suspense>
      ) : null}
      {due && !trip.may_pay ? (
        <p className={classes.due}>{t("guest.due", { amount: money(trip.amount_due) })}</p>
      ) : null}
      {trip.has_receipt ? (
        <Suspense fallback={<LoadingState />}>
          <GuestReceipt token={token} />
        </Suspense>
      ) : null}
      {driver_contact && isNumber(driver_contact) ? (
        <Button
          component="a"
          href={`tel:${driver_contact.replace(/[^+\d]/g, "")}`}
          variant="default"
          size="md"
          leftSection={<IconPhone size={18} aria-hidden="true" />}
        >
          {t("guest.call")}
        </Button>
      ) : null}
      {trip.driver_first_name && status !== "REACHED" ? (
        <GuestChat token={token} name={trip.driver_first_name} />
      ) : null}
      {trip.may_cancel ? (
        <Button
          variant="subtle"
          color="brick"
          aria-haspopup="dialog"
          onClick={() => setCancelling(true)}
        >
          {t("trip.cancel", { context: trip.app_category })}
        </Button>
      ) : null}
      <GuestCancel
        token={token}
        category={trip.app_category}
        arrived={status === "ARRIVED"}
        opened={cancelling}
        onClose={() => setCancelling(false)}
      />
    </div>
  );
}
