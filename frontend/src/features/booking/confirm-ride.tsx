import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/error";
import { promoCheckQuery } from "@/api/promos";
import type { Estimate, EstimateOption } from "@/api/types";
import { useFormat } from "@/i18n/use-format";
import { CarArt } from "@/ui/art/car-art";
import { ConfirmSheet } from "@/ui/confirm-sheet";
import classes from "./confirm-ride.module.css";
import { changeDraft } from "./draft-store";
import { FareLines } from "./fare-lines";
import { NoDriver } from "./no-driver";
import { PaymentChoice } from "./payment-choice";
import { PromoField } from "./promo-field";
import { RouteSummary } from "./route-summary";
import { useTripTime } from "./trip-time";
import type { BookingFlow } from "./use-booking-flow";

interface ConfirmRideProps {
  flow: BookingFlow;
  estimate: Estimate;
  option: EstimateOption;
}

/** Refusals that the sheet answers in its own way, rather than with a line of text. */
const ANSWERED = new Set([
  "no_driver_found_alert_messege",
  "quote_expired",
  "quote_invalid",
  "must_login",
]);

/** The price as it stood when this car was first shown here, once it is no longer that. */
function usePriceBefore({ car_type, trip_cost }: EstimateOption): string | null {
  const [seen, setSeen] = useState({ car: car_type.id, price: trip_cost });
  useEffect(() => {
    setSeen((before) =>
      before.car === car_type.id ? before : { car: car_type.id, price: trip_cost },
    );
  }, [car_type.id, trip_cost]);
  return seen.car === car_type.id && seen.price !== trip_cost ? seen.price : null;
}

function useNotice({ flow, option }: ConfirmRideProps): string | null {
  const { t } = useTranslation();
  const { money } = useFormat();
  const before = usePriceBefore(option);
  const change = before
    ? t("booking.price_changed", { before: money(before), now: money(option.trip_cost) })
    : null;
  if (flow.expiry.renewed) return [t("booking.prices_renewed"), change].filter(Boolean).join(" ");
  if (change) return change;
  return flow.driverFound && !flow.noDriver ? t("booking.driver_free") : null;
}

function useFailure({ refused, book }: BookingFlow): Error | null {
  const { t } = useTranslation();
  if (refused) return new ApiError(403, "user_issue_contact_admin", "");
  if (book.unknown) return new ApiError(0, "outcome_unknown", t("booking.unknown_outcome"));
  const answered = book.error instanceof ApiError && ANSWERED.has(book.error.code);
  return answered ? null : book.error;
}

/** The estimate, read once more and confirmed. */
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

  let label = t(flow.book.isError ? "booking.confirm_again" : "booking.confirm", { price });
  if (visitor) label = t("booking.log_in");

  return (
    <ConfirmSheet
      opened={flow.confirming}
      onClose={flow.close}
      title={t("booking.confirm_title")}
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
              {t("errors.must_login")} {t("booking.kept")}
            </p>
          ) : null}
        </>
      }
      blockedReason={flow.book.isPending ? t("booking.sending") : undefined}
      cancelLabel={t("booking.back")}
    >
      <div className={classes.body}>
        {flow.forRider ? (
          <p className={classes.notice}>
            {t("booking.for_rider")} <bdi>{flow.forRider.name}</bdi>
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
        <FareLines option={option} />
        <PaymentChoice
          value={flow.draft.paymentMode}
          onChange={(paymentMode) => changeDraft((before) => ({ ...before, paymentMode }))}
          price={promo.data?.payable_amount ?? option.trip_cost}
          signedIn={flow.viewer.state === "signed-in" && !flow.forRider}
          disabled={flow.book.isPending || flow.book.unknown}
        />
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
            onCar={flow.chooseCar}
          />
        ) : null}
      </div>
    </ConfirmSheet>
  );
}
