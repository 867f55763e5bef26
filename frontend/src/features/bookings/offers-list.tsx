import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { bookingOffersQuery } from "@/api/bookings";
import { useFormat } from "@/i18n/use-format";
import { ErrorState } from "@/ui/states";
import classes from "./booking-detail.module.css";

/** Who was asked, how far away they were, and what they said. */
export function OffersList({ id }: { id: number }) {
  const { t } = useTranslation();
  const { distance, duration } = useFormat();
  const { data: offers, error, refetch } = useQuery(bookingOffersQuery(id));
  if (error) return <ErrorState compact error={error} onRetry={() => void refetch()} />;
  if (!offers || offers.length === 0) return null;
  return (
    <section className={classes.card} aria-labelledby="offers">
      <h2 id="offers">{t("bookings.offers")}</h2>
      <table className={classes.offers}>
        <thead>
          <tr>
            <th scope="col">{t("bookings.driver")}</th>
            <th scope="col">{t("bookings.distance")}</th>
            <th scope="col">{t("bookings.time")}</th>
            <th scope="col">{t("bookings.answer")}</th>
          </tr>
        </thead>
        <tbody>
          {offers.map((offer) => (
            <tr key={offer.id}>
              <td>
                <bdi>{offer.driver.name}</bdi>
              </td>
              <td className="hx-tabular">
                {offer.distance_km === null ? "\u2013" : distance(offer.distance_km)}
              </td>
              <td className="hx-tabular">
                {offer.eta_seconds === null ? "\u2013" : duration(offer.eta_seconds)}
              </td>
              <td>{t(`bookings.offer_${offer.state}`)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
