import { useTranslation } from "react-i18next";
import { newIdempotencyKey } from "@/api/request";
import type { Offer } from "@/api/types";
import { errorText } from "@/i18n/error-text";
import { toast } from "@/ui/toast";
import { OfferCard } from "./offer-card";
import classes from "./offer-card.module.css";
import { useDriverAction } from "./use-driver-action";

interface OfferListProps {
  offers: Offer[];
  /** Called when an offer expires. */
  onEnd: () => void;
}

/** The open offers: the first one large, the others below it. */
export function OfferList({ offers, onEnd }: OfferListProps) {
  const { t } = useTranslation();
  const driverAction = useDriverAction();
  const answer = (offer: Offer, action: "accept" | "decline") =>
    driverAction.mutate(
      { bookingId: offer.booking_id, action, key: newIdempotencyKey() },
      { onError: (error) => toast.failure(errorText(error, t)) },
    );

  return (
    <div className={classes.list}>
      <h1 className="hx-visually-hidden">{t("driver.offers_title", { count: offers.length })}</h1>
      {offers.map((offer) => {
        const mine =
          driverAction.isPending && driverAction.variables.bookingId === offer.booking_id;
        return (
          <OfferCard
            key={offer.id}
            offer={offer}
            working={mine ? driverAction.variables.action : null}
            waitingForNetwork={mine && driverAction.failureCount > 0}
            blocked={driverAction.isPending && !mine}
            onAccept={() => answer(offer, "accept")}
            onDecline={() => answer(offer, "decline")}
            onEnd={onEnd}
          />
        );
      })}
    </div>
  );
}
