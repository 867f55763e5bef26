import { IconCash, IconCreditCard, IconWallet } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useId } from "react";
import { useTranslation } from "react-i18next";
import { walletQuery } from "@/api/me";
import { paymentProvidersQuery } from "@/api/payments";
import { errorText } from "@/i18n/error-text";
import { useFormat } from "@/i18n/use-format";
import { useCategory } from "@/ui/use-category";
import type { PaymentMode } from "./draft";
import classes from "./payment-choice.module.css";

interface PaymentChoiceProps {
  value: PaymentMode;
  onChange: (mode: PaymentMode) => void;
  price: string;
  /** Somebody signed in has a wallet to show. */
  signedIn: boolean;
  disabled: boolean;
}

/**
 * Cash, wallet, or card where a gateway is offered; the wallet says what it holds, and why it cannot pay
 * when it holds too little.
 */
export function PaymentChoice({ value, onChange, price, signedIn, disabled }: PaymentChoiceProps) {
  const { t } = useTranslation();
  const context = useCategory();
  const { money } = useFormat();
  const name = useId();
  const wallet = useQuery({ ...walletQuery(), enabled: signedIn });
  const balance = wallet.data?.balance;
  const low = balance !== undefined && Number(balance) < Number(price);

  const gateways = useQuery(paymentProvidersQuery());
  const names = gateways.data?.map(({ label }) => label).join(", ");
  const cardless = gateways.isError || gateways.data?.length === 0;

  useEffect(() => {
    if ((low && value === "wallet") || (cardless && value === "card")) onChange("cash");
  }, [low, cardless, value, onChange]);

  const choice = (mode: PaymentMode, icon: ReactNode, note: string | null, off = false) => (
    <label
      className={classes.choice}
      data-checked={value === mode || undefined}
      data-off={off || undefined}
    >
      <input
        className="hx-visually-hidden"
        type="radio"
        name={name}
        value={mode}
        checked={value === mode}
        disabled={off}
        onChange={() => onChange(mode)}
      />
      {icon}
      <span className={classes.name}>{t(`booking.${mode}`)}</span>
      <span className={classes.note}>{note}</span>
    </label>
  );

  return (
    <fieldset className={classes.group} disabled={disabled}>
      <legend className={classes.legend}>{t("booking.payment")}</legend>
      {choice(
        "cash",
        <IconCash size={22} aria-hidden="true" />,
        t("booking.cash_note", { context }),
      )}
      {choice(
        "wallet",
        <IconWallet size={22} aria-hidden="true" />,
        balance === undefined
          ? null
          : low
            ? t("booking.wallet_low", { balance: money(balance), context })
            : t("booking.wallet_balance", { balance: money(balance) }),
        low,
      )}
      {names
        ? choice(
            "card",
            <IconCreditCard size={22} aria-hidden="true" />,
            t("booking.card_note", { names, context }),
          )
        : null}
      {gateways.isError ? (
        <p className={classes.trouble} role="status">
          {t("errors.provider_fetch_error")} {errorText(gateways.error, t)}
        </p>
      ) : null}
    </fieldset>
  );
}
