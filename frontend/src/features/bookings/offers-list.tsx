import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Fragment } from "react";
import { useTranslation } from "react-i18next";
import { bookingOffersQuery } from "@/api/bookings";
import type { BookingOffer } from "@/api/types";
import { useFormat } from "@/i18n/use-format";
import { PersonLink } from "@/ui/record-link";
import { EmptyState, ErrorState } from "@/ui/states";
import card from "./booking-detail.module.css";
import classes from "./offers-list.module.css";

/** Groups the offers by dispatch wave, in order. */
function roundsOf(offers: BookingOffer[]): [round: number, offers: BookingOffer[]][] {
  const rounds = new Map<number, BookingOffer[]>();
  for (const offer of offers) rounds.set(offer.round, [...(rounds.get(offer.round) ?? []), offer]);
  return [...rounds];
}

/** How the driver was found: each offer with its rank, distance, response and response time. */
export function OffersList({ id }: { id: number }) {
  const { t } = useTranslation();
  const { data: offers, error, refetch } = useQuery(bookingOffersQuery(id));

  return (
    <section className={card.card} aria-labelledby="offers">
      <h2 id="offers">{t("bookings.offers")}</h2>
      {error && !offers ? (
        <ErrorState compact error={error} onRetry={() => void refetch()} />
      ) : null}
      {!offers && !error ? <Skeleton height={96} /> : null}
      {offers?.length === 0 ? (
        <EmptyState
          compact
          title={t("bookings.offers_none_title")}
          body={t("bookings.offers_none_body")}
        />
      ) : null}
      {offers && offers.length > 0 ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by key.
        <section className={classes.scroll} tabIndex={0} aria-label={t("bookings.offers")}>
          <table className={classes.table}>
            <thead>
              <tr>
                <th scope="col">{t("bookings.offer_rank")}</th>
                <th scope="col">{t("bookings.driver")}</th>
                <th scope="col">{t("bookings.distance")}</th>
                <th scope="col">{t("bookings.offer_eta")}</th>
                <th scope="col">{t("bookings.answer")}</th>
              </tr>
            </thead>
            {roundsOf(offers).map(([round, roundOffers]) => (
              <Fragment key={round}>
                <RoundHead round={round} first={roundOffers[0]} />
                <tbody>
                  {roundOffers.map((offer) => (
                    <OfferRow key={offer.id} offer={offer} />
                  ))}
                </tbody>
              </Fragment>
            ))}
          </table>
        </section>
      ) : null}
    </section>
  );
}

function RoundHead({ round, first }: { round: number; first: BookingOffer | undefined }) {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  if (!first) return null;
  return (
    <tbody>
      <tr>
        <th scope="rowgroup" colSpan={5} className={classes.round}>
          {t("bookings.offer_round", { round })}
          <span>
            {first.policy ? `${t(`bookings.policy_${first.policy}`)} · ` : null}
            {dateTime(first.offered_at)}
          </span>
        </th>
      </tr>
    </tbody>
  );
}

const EMPTY_CELL = "\u2013";

function OfferRow({ offer }: { offer: BookingOffer }) {
  const { t } = useTranslation();
  const { distance, duration, number } = useFormat();
  const { answered_at, offered_at } = offer;
  const seconds =
    answered_at === null
      ? null
      : Math.max(0, Math.round((Date.parse(answered_at) - Date.parse(offered_at)) / 1000));
  // Without a response the time is only when the platform closed the offer.
  const responded = offer.state === "accepted" || offer.state === "declined";
  return (
    <tr data-state={offer.state}>
      <td className="hx-tabular">{number(offer.rank)}</td>
      <td>
        <PersonLink id={offer.driver.id} kind="driver">
          <bdi>{offer.driver.name}</bdi>
        </PersonLink>
      </td>
      <td className="hx-tabular">
        {offer.distance_km === null ? EMPTY_CELL : distance(offer.distance_km)}
      </td>
      <td className="hx-tabular">
        {offer.eta_seconds === null ? EMPTY_CELL : duration(offer.eta_seconds)}
      </td>
      <td>
        <span className={classes.answer}>{t(`bookings.offer_${offer.state}`)}</span>
        {responded && seconds !== null ? (
          <small>
            {t("bookings.answered_after", { count: seconds, seconds: number(seconds) })}
          </small>
        ) : null}
      </td>
    </tr>
  );
}
