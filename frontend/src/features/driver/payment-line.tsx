import { IconCash, IconCircleCheck, IconCreditCard, IconWallet } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { Offer } from "@/api/types";
import classes from "./payment-line.module.css";

const ICONS = { cash: IconCash, wallet: IconWallet, card: IconCreditCard };

type Paying = Pick<Offer, "prepaid" | "chosen_payment" | "chosen_provider_label">;

/** How this trip is paid: in advance, or by the rider's chosen method. */
export function PaymentLine({ trip }: { trip: Paying }) {
  const { t } = useTranslation();
  const Icon = trip.prepaid ? IconCircleCheck : ICONS[trip.chosen_payment];
  const way = trip.prepaid ? t("driver.prepaid") : t(`driver.pays_${trip.chosen_payment}`);
  const gateway = trip.prepaid ? "" : trip.chosen_provider_label;
  return (
    <p className={classes.line}>
      <Icon size={20} aria-hidden="true" />
      <span>
        {way}
        {gateway ? (
          <>
            {" · "}
            <bdi>{gateway}</bdi>
          </>
        ) : null}
      </span>
    </p>
  );
}
