import { Button } from "@mantine/core";
import { IconStarFilled } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { Offer } from "@/api/types";
import { useFormat } from "@/i18n/use-format";
import { CountdownRing } from "@/ui/countdown-ring";
import { Money } from "@/ui/money";
import { PartyLine } from "@/ui/party/party-line";
import { HireLine } from "@/ui/places/hire-line";
import { RoundTripLine } from "@/ui/places/round-trip-line";
import classes from "./offer-card.module.css";
import { OfferParcel } from "./offer-parcel";
import { PaymentLine } from "./payment-line";
import type { DriverAction } from "./use-driver-action";
import { WayLines } from "./way-lines";

interface OfferCardProps {
  offer: Offer;
  working: DriverAction["action"] | null;
  waitingForNetwork: boolean;
  blocked: boolean;
  onAccept: () => void;
  onDecline: () => void;
  onEnd: () => void;
}

/** One offer: earnings, payment, road distance, parcel, and the time left to respond. */
export function OfferCard(props: OfferCardProps) {
  const { offer, working, waitingForNetwork, blocked, onAccept, onDecline, onEnd } = props;
  const { t } = useTranslation();
  const { distance, duration, dateTime, number } = useFormat();
  const hired = offer.hire_minutes !== null;
  const km = offer.road_distance_km ?? offer.distance_km;
  // Unknown for a driver who was chosen manually before sending a position.
  const away = km === null ? "–" : distance(km);
  return (
    <article className={classes.card} aria-label={t("driver.offer_label", { distance: away })}>
      <header className={classes.head}>
        <div>
          <p className={classes.note}>{t("driver.you_earn")}</p>
          <p className={classes.pay}>
            <Money amount={offer.driver_share} />
          </p>
          <p className={classes.note}>
            {t(offer.fare_is_fixed ? "fare.total_fixed" : "fare.total_estimated")}{" "}
            <Money amount={offer.trip_cost} />
          </p>
        </div>
        <div className={classes.away}>
          <strong className="hx-tabular">{away}</strong>
          <span>
            {offer.eta_seconds === null
              ? t("driver.to_pickup")
              : t("driver.to_pickup_in", { time: duration(offer.eta_seconds) })}
          </span>
          {offer.road_distance_km === null && km !== null ? (
            <span>{t("driver.straight_line")}</span>
          ) : null}
        </div>
        <CountdownRing
          startedAt={offer.offered_at}
          endsAt={offer.expires_at}
          size={56}
          onEnd={onEnd}
        />
      </header>
      <p className={classes.rider}>
        <bdi>{offer.customer_name}</bdi>
        {offer.customer_rating === null ? null : (
          <span>
            <IconStarFilled size={16} aria-hidden="true" />
            <span className="hx-visually-hidden">{t("driver.rider_rating")}: </span>
            <bdi className="hx-tabular">{number(Number(offer.customer_rating))}</bdi>
          </span>
        )}
      </p>
      {offer.book_later ? (
        <p className={classes.later}>
          {t("driver.offer_later", { time: dateTime(offer.trip_date) })}
        </p>
      ) : null}
      <PaymentLine trip={offer} />
      <RoundTripLine minutes={offer.return_wait_minutes} />
      <HireLine minutes={offer.hire_minutes} includedKm={offer.hire_included_km} />
      <PartyLine party={offer} />
      <OfferParcel offer={offer} />
      <WayLines
        pickup={offer.pickup.add}
        stops={offer.stops}
        drop={hired ? t("trip.hire_open") : offer.drop.add}
      />
      {hired ? null : (
        <p className={classes.note}>
          {t("driver.offer_trip", {
            distance: distance(offer.estimate_distance_km),
            time: duration(offer.estimate_duration_seconds),
          })}
        </p>
      )}
      {waitingForNetwork ? (
        <p className={classes.waiting} role="status">
          {t("driver.pending_network")}
        </p>
      ) : null}
      <div className={classes.answers}>
        <Button
          variant="default"
          size="xl"
          loading={working === "decline"}
          disabled={blocked || working === "accept"}
          onClick={onDecline}
        >
          {t("driver.decline")}
        </Button>
        <Button
          variant="lamp"
          size="xl"
          loading={working === "accept"}
          disabled={blocked || working === "decline"}
          onClick={onAccept}
        >
          {t("driver.accept")}
        </Button>
      </div>
    </article>
  );
}
