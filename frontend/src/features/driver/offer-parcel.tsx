import { IconPackage } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { Offer } from "@/api/types";
import classes from "./offer-parcel.module.css";

/** A delivery's parcel and instructions. Renders nothing for a ride. */
export function OfferParcel({ offer }: { offer: Offer }) {
  const { t } = useTranslation();
  const facts = [
    [t("driver.parcel_type"), offer.parcel_type_selected?.description],
    [t("driver.parcel_option"), offer.option_selected?.description],
    [t("driver.pickup_instructions"), offer.pickup_instructions],
    [t("driver.delivery_instructions"), offer.delivery_instructions],
  ].filter(([, fact]) => fact);
  if (offer.app_category !== "delivery" || facts.length === 0) return null;
  return (
    <section className={classes.parcel} aria-label={t("driver.parcel")}>
      <IconPackage size={24} aria-hidden="true" />
      <dl>
        {facts.map(([name, fact]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <bdi>{fact}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
