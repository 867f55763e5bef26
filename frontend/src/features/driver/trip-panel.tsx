import { ActionIcon, Button } from "@mantine/core";
import { IconPhone } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { newIdempotencyKey } from "@/api/request";
import type { Booking, LatLng } from "@/api/types";
import { errorText } from "@/i18n/error-text";
import { useFormat } from "@/i18n/use-format";
import { Avatar } from "@/ui/avatar";
import { NoShow } from "@/ui/no-show";
import { PartyLine } from "@/ui/party/party-line";
import { isNumber } from "@/ui/phone-link";
import { HireLine } from "@/ui/places/hire-line";
import { HireTime } from "@/ui/places/hire-time";
import { waitAhead } from "@/ui/places/round-trip";
import { RoundTripLine } from "@/ui/places/round-trip-line";
import { StatusBadge } from "@/ui/status-badge";
import { WaitingTime } from "@/ui/waiting-time";
import { CancelTripSheet } from "./cancel-trip-sheet";
import { NavigateButton } from "./navigate-button";
import { ParcelCard } from "./parcel-card";
import { PassengerLink } from "./passenger-link";
import { PaymentLine } from "./payment-line";
import { RateRider } from "./rate-rider";
import { RunningMeter } from "./running-meter";
import { StageAction } from "./stage-action";
import classes from "./trip-panel.module.css";
import { type DriverAction, useDriverAction, useIsWaiting } from "./use-driver-action";
import { useStopChanges } from "./use-stop-changes";
import { WayLines } from "./way-lines";

/** A part of the panel from another feature. */
export type RideSlot = (booking: Booking) => ReactNode;

interface TripPanelProps {
  booking: Booking;
  /** The position of the car, once it is known. */
  here?: LatLng | null;
  chat?: RideSlot | undefined;
  safety?: RideSlot | undefined;
}

const HEADING_FOR_PICKUP = ["ACCEPTED", "ARRIVED"];

/** Returns the next stop of a started trip, or the drop-off after the last one. */
const nextOf = (booking: Booking): LatLng =>
  booking.stops.find((stop) => stop.reached_at === null) ?? booking.drop;

/** The current trip: the rider, the destination, and the next action. */
export function TripPanel({ booking, here = null, chat, safety }: TripPanelProps) {
  const { t } = useTranslation();
  const { duration } = useFormat();
  const [cancelling, setCancelling] = useState(false);
  useStopChanges(booking);
  const driverAction = useDriverAction();
  const noShow = useDriverAction();
  const waiting = useIsWaiting(booking.id);
  const next = HEADING_FOR_PICKUP.includes(booking.status) ? "pickup" : "drop";
  const toDrop = booking.drop_eta_seconds;
  const arrival = toDrop === null ? null : toDrop + waitAhead(booking);
  const eta = booking.status === "ACCEPTED" ? booking.pickup_eta_seconds : arrival;

  const openDrop = t(booking.hire_minutes === null ? "driver.street_open_drop" : "trip.hire_open");

  const act = (action: DriverAction["action"], body?: DriverAction["body"]) =>
    driverAction.mutateAsync({
      bookingId: booking.id,
      action,
      key: newIdempotencyKey(),
      ...(body ? { body } : {}),
    });

  return (
    <div className={classes.trip}>
      <header className={classes.head}>
        <Avatar name={booking.customer.name} image={booking.customer.image} />
        <div className={classes.who}>
          <h1 dir="auto">{booking.customer.name}</h1>
          <StatusBadge status={booking.status} size="sm" />
          {eta === null ? null : <span className="hx-tabular">{duration(eta)}</span>}
        </div>
        {booking.has_drop || next === "pickup" ? (
          <NavigateButton to={next === "drop" ? nextOf(booking) : booking.pickup} />
        ) : null}
        {booking.street_trip && !booking.customer.contact ? null : chat?.(booking)}
        {isNumber(booking.customer.contact) ? (
          <ActionIcon
            component="a"
            href={`tel:${booking.customer.contact}`}
            variant="default"
            size={48}
            radius="xl"
            aria-label={t("driver.call", { name: booking.customer.name })}
          >
            <IconPhone size={22} aria-hidden="true" />
          </ActionIcon>
        ) : null}
      </header>
      <WayLines
        pickup={booking.pickup.add}
        stops={booking.stops}
        drop={booking.has_drop ? booking.drop.add : openDrop}
        next={next}
      />
      <RoundTripLine minutes={booking.return_wait_minutes} />
      <HireLine minutes={booking.hire_minutes} includedKm={booking.hire_included_km} />
      <HireTime booking={booking} />
      <PartyLine party={booking} />
      <PaymentLine trip={booking} />
      {booking.street_trip && booking.status === "STARTED" ? (
        <RunningMeter booking={booking} />
      ) : null}
      {booking.app_category === "delivery" ? <ParcelCard booking={booking} next={next} /> : null}
      {driverAction.isError && !cancelling ? (
        <p className={classes.refused} role="alert">
          {errorText(driverAction.error, t)}
        </p>
      ) : null}
      {waiting ? (
        <p className={classes.waiting} role="status">
          {t("driver.pending_network")}
        </p>
      ) : null}
      {booking.waiting ? (
        <WaitingTime waiting={booking.waiting} over={t("trip.waiting_over")} />
      ) : null}
      <StageAction key={booking.status} booking={booking} here={here} act={act} />
      {booking.street_trip ? <PassengerLink bookingId={booking.id} /> : null}
      {booking.actions.includes("rate-rider") ? (
        <RateRider bookingId={booking.id} name={booking.customer.name} />
      ) : null}
      <NoShow
        booking={booking}
        by="driver"
        send={(fee, key) =>
          noShow.mutateAsync({ bookingId: booking.id, action: "no-show", body: { fee }, key })
        }
      />
      {safety?.(booking)}
      {booking.actions.includes("cancel") ? (
        <Button
          variant="subtle"
          color="brick"
          aria-haspopup="dialog"
          onClick={() => setCancelling(true)}
        >
          {t("driver.cancel_trip")}
        </Button>
      ) : null}
      <CancelTripSheet
        street={booking.street_trip}
        opened={cancelling}
        working={driverAction.isPending}
        error={cancelling ? driverAction.error : null}
        onClose={() => setCancelling(false)}
        onConfirm={(why) =>
          void act("cancel", why)
            .then(() => setCancelling(false))
            .catch(() => undefined)
        }
      />
    </div>
  );
}
