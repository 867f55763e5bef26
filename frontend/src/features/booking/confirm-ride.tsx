import { useQuery } from "@tanstack/react-query";
import { Suspense, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/error";
import { promoCheckQuery } from "@/api/promos";
import type { Estimate, EstimateOption } from "@/api/types";
import { useFormat } from "@/i18n/use-format";
import { CarArt } from "@/ui/art/car-art";
import { ConfirmSheet } from "@/ui/confirm-sheet";
import { lazy } from "@/ui/lazy";
import { LoadingState } from "@/ui/states";
import { useTripTime } from "@/ui/trip-time";
import classes from "./confirm-ride.module.css";
import { changeDraft } from "./draft-store";
import { FareLines } from "./fare-lines";
import { NoDriver } from "./no-driver";
import { PaymentChoice } from "./payment-choice";
import { PromoField } from "./promo-field";
import { RouteSummary } from "./route-summary";
import { SurgeNotice } from "./surge-notice";
import type { BookingFlow } from "./use-booking-flow";

const DeliveryPart = lazy(async () => ({
  default: (await import("./delivery-part")).DeliveryPart,
}));

interface ConfirmRideProps {
  flow: BookingFlow;
  estimate: Estimate;
  option: EstimateOption;
}

/** Rejections that the sheet handles itself instead of showing their message. */
const ANSWERED = new Set([
  "no_driver_found_alert_messege",
  "quote_expired",
  "quote_invalid",
  "must_login",
]);

/** Returns the price first shown for this car and parcel if it has changed since, otherwise null. */
function usePriceBefore({ flow, option }: ConfirmRideProps): string | null {
  const { parcelTypeId, optionId } = flow.draft.parcel;
  const what = [option.car_type.id, parcelTypeId, optionId, flow.settled].join();
  const price = option.trip_cost;
  const [seen, setSeen] = useState({ what, price });
  useEffect(() => {
    setSeen((before) => (before.what === what ? before : { what, price }));
  }, [what, price]);
  return seen.what === what && seen.price !== price ? seen.price : null;
}

function useNotice(props: ConfirmRideProps): string | null {
  const { flow, option } = props;
  const { t } = useTranslation();
  const { money } = useFormat();
  const before = usePriceBefore(props);
  const change = before
    ? t("booking.price_changed", { before: money(before), now: money(option.trip_cost) })
    : null;
  if (flow.expiry.renewed) return [t("booking.prices_renewed"), change].filter(Boolean).join(" ");
  if (change) return change;
  return flow.driverFound && !flow.noDriver ? t("booking.driver_free") : null;
}

function useFailure({ refused, book, parcel }: BookingFlow): Error | null {
  const { t } = useTranslation();
  const context = parcel.delivering ? "delivery" : undefined;
  if (refused) return new ApiError(403, "user_issue_contact_admin", "");
  if (book.unknown)
    return new ApiError(0, "outcome_unknown", t("booking.unknown_outcome", { context }));
  if (!(book.error instanceof ApiError)) return book.error;
  const { code, fields } = book.error;
  const answered =
    ANSWERED.has(code) || (code === "deliveryDetailMissing" && Object.keys(fields).length > 0);
  return answered ? null : book.error;
}

/** The confirmation of the estimate. */
export function ConfirmRide(props: ConfirmRideProps) {
  const { flow, estimate, option } = props;
  const { t } = useTranslation();
  const { money, duration } = useFormat();
  const { show } = useTripTime();
  const visitor = flow.viewer.state === "visitor";
  const notice = useNotice(props);
  const failure = useFailure(flow);
  const promo = useQuery(promoCheckQuery(flow.draft.promo, option.quote_id, flow.forRider?.id));
  const price = money(promo.data?.payable_amount ?? option.trip_cost);
  const { later, tripDate } = flow.draft;
  const eta = option.pickup_eta_seconds;
  const soon = eta === null ? null : t("booking.arrives_about", { time: duration(eta) });
  const arrival = later && tripDate ? t("booking.comes_on", { time: show(tripDate) }) : soon;

  const context = flow.parcel.delivering ? "delivery" : undefined;
  const confirmKey = flow.prepays ? "booking.confirm_prepaid" : "booking.confirm";
  let label = t(flow.book.isError ? "booking.confirm_again" : confirmKey, { price });
  if (visitor) label = t("booking.log_in");

  return (
    <ConfirmSheet
      opened={flow.confirming}
      onClose={flow.close}
      title={t("booking.confirm_title", { context })}
      confirmLabel={label}
      onConfirm={flow.confirm}
      tone="lamp"
      working={flow.book.isPending}
      error={failure}
      notice={
        <>
          <p className={classes.notice} role="status">
            {notice}
          </p>
          {visitor ? (
            <p className={classes.notice} data-tone="lamp">
              {t("errors.must_login")} {t("booking.kept", { context })}
            </p>
          ) : null}
        </>
      }
      blockedReason={flow.book.isPending ? t("booking.sending", { context }) : undefined}
      cancelLabel={t("booking.back")}
      guarded={false}
    >
      <div className={classes.body}>
        {flow.forRider ? (
          <p className={classes.notice}>
            {t("booking.for_rider", { context })} <bdi>{flow.forRider.name}</bdi>
          </p>
        ) : null}
        <RouteSummary draft={flow.draft} route={estimate.route} />
        <div className={classes.car}>
          <CarArt icon={option.car_type.icon} image={option.car_type.image} />
          <span className={classes.name} dir="auto">
            {option.car_type.name}
          </span>
          {arrival ? <span className={classes.eta}>{arrival}</span> : null}
        </div>
        {flow.parcel.delivering ? (
          <Suspense fallback={<LoadingState compact />}>
            <DeliveryPart flow={flow} />
          </Suspense>
        ) : null}
        <SurgeNotice option={option} />
        <FareLines option={option} fixed={estimate.fare_is_fixed} />
        {flow.prepays && !estimate.fare_is_fixed ? (
          <p className={classes.notice}>{t("fare.ahead_note", { price })}</p>
        ) : null}
        {flow.prepays ? null : (
          <PaymentChoice
            mode={flow.draft.paymentMode}
            provider={flow.draft.paymentProvider}
            onChange={({ mode, provider }) =>
              changeDraft((before) => ({
                ...before,
                paymentMode: mode,
                paymentProvider: provider,
              }))
            }
            price={promo.data?.payable_amount ?? option.trip_cost}
            signedIn={flow.viewer.state === "signed-in" && !flow.forRider}
            disabled={flow.book.isPending || flow.book.unknown}
          />
        )}
        {visitor ? null : (
          <PromoField
            promo={flow.draft.promo}
            quoteId={option.quote_id}
            customerId={flow.forRider?.id}
            disabled={flow.book.isPending || flow.book.unknown}
          />
        )}
        {flow.noDriver ? (
          <NoDriver
            estimate={estimate}
            carTypeId={option.car_type.id}
            looking={flow.looking}
            onLooking={flow.look}
            widened={flow.widened}
            onExpand={flow.expandSearch}
            onLater={flow.bookLater}
            busy={flow.book.isPending || flow.book.unknown}
            mayExpand={flow.viewer.state === "signed-in"}
            onCar={(carTypeId) => {
              flow.chooseCar(carTypeId);
              if (flow.parcel.delivering) flow.changeParcel();
            }}
          />
        ) : null}
      </div>
    </ConfirmSheet>
  );
}
