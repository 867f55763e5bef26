import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Wallet } from "@/api/types";
import { useFormat } from "@/i18n/use-format";
import { Message } from "@/ui/message";
import { Money } from "@/ui/money";
import classes from "./wallet.module.css";

/** The fees to be paid, each with its booking. */
export function OwedFees({ wallet }: { wallet: Wallet }) {
  const { t } = useTranslation();
  const { money } = useFormat();
  return (
    <Message tone="lamp">
      <strong>{t("wallet.owed", { amount: money(wallet.owed) })}</strong> {t("wallet.owed_body")}
      <ul className={classes.owed}>
        {wallet.owed_fees.map((fee) => (
          <li key={fee.id}>
            <Link to={`/bookings/${fee.booking_id}`}>
              {t("wallet.owed_for", { reference: fee.reference })}
            </Link>
            <Money amount={fee.left} />
          </li>
        ))}
      </ul>
    </Message>
  );
}
