import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Booking, LatLng } from "@/api/types";
import { latinDigits } from "@/i18n/digits";
import { useFormat } from "@/i18n/use-format";
import { Money } from "@/ui/money";
import { SlideToConfirm } from "@/ui/slide-to-confirm";
import { PhotoStep } from "./photo-step";
import { metresBetween } from "./position-rules";
import classes from "./trip-panel.module.css";
import type { DriverAction } from "./use-driver-action";

interface StageActionProps {
  booking: Booking;
  /** The position of the car, once it is known. */
  here?: LatLng | null;
  act: (action: DriverAction["action"], body?: DriverAction["body"]) => Promise<unknown>;
}

const CODE_LENGTH = 5;
const NEAR_M = 300;

/** The primary action for the trip's status. */
export function StageAction({ booking, here = null, act }: StageActionProps) {
  const { t } = useTranslation();
  switch (booking.status) {
    case "ACCEPTED":
      return <OneButton label={t("driver.arrived")} onPress={() => act("arrive")} />;
    case "ARRIVED":
      return <StartOrEndTrip booking={booking} at="start" act={act} />;
    case "STARTED":
      return (
        <>
          <StopAction booking={booking} act={act} />
          <DropOffAction booking={booking} here={here} act={act} />
        </>
      );
    case "REACHED":
      return <CollectPayment booking={booking} act={act} />;
    default:
      return null;
  }
}

function OneButton({ label, onPress }: { label: string; onPress: () => Promise<unknown> }) {
  const [working, setWorking] = useState(false);
  const press = () => {
    setWorking(true);
    onPress()
      .catch(() => undefined)
      .finally(() => setWorking(false));
  };
  return (
    <Button variant="lamp" size="xl" fullWidth loading={working} onClick={press}>
      {label}
    </Button>
  );
}

/** Marks the next stop as reached, then as left. Nothing after the last one. */
function StopAction({ booking, act }: StageActionProps) {
  const { t } = useTranslation();
  const ahead = booking.stops.findIndex((stop) => stop.left_at === null);
  if (ahead < 0) return null;
  const number = ahead + 1;
  const stop = booking.stops[ahead];
  const arrived = stop?.reached_at !== null;
  return (
    <OneButton
      key={`${stop?.id}${arrived}`}
      label={t(arrived ? "trip.stop_leave" : "trip.stop_arrive", { number })}
      onPress={() =>
        act(arrived ? "leave-stop" : "reach-stop", {
          stop: number,
          ...(stop ? { stop_id: stop.id } : {}),
        })
      }
    />
  );
}

/** Photo and code are required near the drop-off, or once the driver reports the arrival. */
function DropOffAction({ booking, here = null, act }: StageActionProps) {
  const { t } = useTranslation();
  const [hasArrived, setHasArrived] = useState(false);
  const requiresProof = booking.needs_image === "deliver" || booking.otp_at === "reach";
  const near = here === null || metresBetween(here, booking.drop) <= NEAR_M;
  // They stay visible once shown: an inaccurate position must not discard a half-typed code.
  if (near && requiresProof && !hasArrived) setHasArrived(true);
  if (!requiresProof || near || hasArrived)
    return <StartOrEndTrip booking={booking} at="reach" act={act} />;
  return (
    <Button variant="lamp" size="xl" fullWidth onClick={() => setHasArrived(true)}>
      {t("driver.at_drop")}
    </Button>
  );
}

interface StartOrEndTripProps extends StageActionProps {
  at: "start" | "reach";
}

/** Starts or ends the trip. Enabled once the required photo and code are there. */
function StartOrEndTrip({ booking, at, act }: StartOrEndTripProps) {
  const { t } = useTranslation();
  const [code, setCode] = useState("");
  const context = booking.app_category;
  const kind = at === "start" ? "pickup" : "deliver";
  const taken = at === "start" ? booking.pickup_image_url : booking.deliver_image_url;
  const photoMissing = booking.needs_image === kind;
  const requiresCode = booking.otp_at === at;

  const missing = (): string | undefined => {
    if (photoMissing) return t("errors.image_required");
    return requiresCode && code.length !== CODE_LENGTH ? t("driver.code_first") : undefined;
  };

  return (
    <div className={classes.choice}>
      {photoMissing || taken ? <PhotoStep booking={booking} kind={kind} taken={taken} /> : null}
      {requiresCode ? (
        <TextInput
          className={classes.code ?? ""}
          label={t("driver.code")}
          description={t("driver.code_hint", { context })}
          inputMode="numeric"
          autoComplete="off"
          dir="ltr"
          maxLength={CODE_LENGTH}
          value={code}
          onChange={(event) => setCode(latinDigits(event.currentTarget.value).replace(/\D/g, ""))}
        />
      ) : null}
      <SlideToConfirm
        label={t(at === "start" ? "driver.start_trip" : "driver.end_trip", { context })}
        onConfirm={() => act(at, requiresCode ? { otp: code } : {})}
        disabledReason={missing()}
      />
    </div>
  );
}

/** The rider's fees from earlier bookings, which are collected with this one. */
function OwedPart({ booking }: { booking: Booking }) {
  const { t } = useTranslation();
  const { money } = useFormat();
  if (!(Number(booking.owed_amount) > 0)) return null;
  return <p>{t("driver.owed_included", { amount: money(booking.owed_amount) })}</p>;
}

function CollectPayment({ booking, act }: StageActionProps) {
  const { t } = useTranslation();
  // The booking's payment method is the primary button.
  const inCash = booking.chosen_payment === "cash";
  const collect = (
    <Button
      key="cash"
      variant={inCash ? "lamp" : "default"}
      size="xl"
      fullWidth
      onClick={() =>
        void act("collect-cash", { amount: booking.to_collect }).catch(() => undefined)
      }
    >
      {t("driver.cash_collected")}
    </Button>
  );
  const request = (
    <Button
      key="app"
      variant={inCash ? "default" : "lamp"}
      size="xl"
      fullWidth
      onClick={() => void act("request-payment").catch(() => undefined)}
    >
      {t(booking.street_trip ? "driver.street_unpaid" : "driver.request_payment")}
    </Button>
  );
  return (
    <div className={classes.choice}>
      <div className={classes.due}>
        <span>{t("driver.to_pay")}</span>
        <strong>
          <Money amount={booking.to_collect} />
        </strong>
      </div>
      <OwedPart booking={booking} />
      {inCash ? [collect, request] : [request, collect]}
    </div>
  );
}
