import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Offer } from "@/api/types";
import { useFormat } from "@/i18n/use-format";
import { CountdownRing } from "@/ui/countdown-ring";
import { Money } from "@/ui/money";
import classes from "./offer-card.module.css";
import type { Deed } from "./use-deed";
import { WayLines } from "./way-lines";

interface OfferCardProps {
  offer: Offer;
  working: Deed["action"] | null;
  waitingForNetwork: boolean;
  blocked: boolean;
  onAccept: () => void;
  onDecline: () => void;
  onEnd: () => void;
}

/** One offer: how far, how much, how long there is to answer, and nothing else. */
export function OfferCard(props: OfferCardProps) {
  const { offer, working, waitingForNetwork, blocked, onAccept, onDecline, onEnd } = props;
  const { t } = useTranslation();
  const { distance, duration, dateTime } = useFormat();
  // Unknown for a driver who was chosen by hand before sending a position.
  const away = offer.distance_km === null ? "–" : distance(offer.distance_km);
  return (
    <article className={classes.card} aria-label={t("driver.offer_label", { distance: away })}>
      <header className={classes.head}>
        <div>
          <p className={classes.pay}>
            <Money amount={offer.driver_share} />
          </p>
          <p className={classes.note}>
            {t("driver.offer_fare")} <Money amount={offer.trip_cost} />
          </p>
        </div>
        <div className={classes.away}>
          <strong className="hx-tabular">{away}</strong>
          <span>
            {offer.eta_seconds === null
              ? t("driver.to_pickup")
              : t("driver.to_pickup_in", { time: duration(offer.eta_seconds) })}
          </span>
        </div>
        <CountdownRing
          startedAt={offer.offered_at}
          endsAt={offer.expires_at}
          size={56}
          onEnd={onEnd}
        />
      </header>
      {offer.book_later ? (
        <p className={classes.later}>
          {t("driver.offer_later", { time: dateTime(offer.trip_date) })}
        </p>
      ) : null}
      <WayLines pickup={offer.pickup.add} drop={offer.drop.add} />
      <p className={classes.note}>
        {t("driver.offer_trip", {
          distance: distance(offer.estimate_distance_km),
          time: duration(offer.estimate_duration_seconds),
        })}
      </p>
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
