import { IconCash, IconCreditCard, IconWallet } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useId } from "react";
import { useTranslation } from "react-i18next";
import { walletQuery } from "@/api/me";
import { paymentProvidersQuery } from "@/api/payments";
import { useViewer } from "@/api/session";
import { errorText } from "@/i18n/error-text";
import { useFormat } from "@/i18n/use-format";
import { type PaymentMethod, rememberedPayment, rememberPayment } from "@/ui/payment-memory";
import { useCategory } from "@/ui/use-category";
import type { PaymentMode } from "./draft";
import classes from "./payment-choice.module.css";

interface PaymentChoiceProps {
  /** Null until the default is known. */
  mode: PaymentMode | null;
  provider: string | null;
  onChange: (method: PaymentMethod) => void;
  price: string;
  /** Whether the user is signed in and has a wallet. */
  signedIn: boolean;
  disabled: boolean;
}

/** More names than these would fill the choice; the gateways appear below it once it is chosen. */
const NAMES = 3;
const CASH: PaymentMethod = { mode: "cash", provider: null };

/**
 * Cash, wallet, or card where a gateway is offered. The wallet shows its balance, and why it cannot pay when
 * that is too low. The default is the last choice, else a wallet that covers the fare.
 */
export function PaymentChoice(props: PaymentChoiceProps) {
  const { mode, provider, onChange, price, signedIn, disabled } = props;
  const { t } = useTranslation();
  const context = useCategory();
  const { list, money } = useFormat();
  const name = useId();
  const viewer = useViewer();
  const userId = signedIn ? viewer.me?.id : undefined;
  const wallet = useQuery({ ...walletQuery(), enabled: signedIn });
  const balance = wallet.data?.balance;
  const low = balance !== undefined && Number(balance) < Number(price);

  const gateways = useQuery(paymentProvidersQuery());
  const offered = gateways.data ?? [];
  const names = gateways.data && list(gateways.data.map(({ label }) => label));
  const cardless = gateways.isError || gateways.data?.length === 0;
  const ready = !(signedIn && wallet.isPending) && !gateways.isPending;
  const chosenGateway = offered.some((one) => one.name === provider)
    ? provider
    : (offered[0]?.name ?? null);

  const defaultMethod = (): PaymentMethod => {
    const last = rememberedPayment(userId);
    if (last?.mode === "card" && !cardless) {
      const stillOffered = offered.some((one) => one.name === last.provider);
      return { mode: "card", provider: stillOffered ? last.provider : (offered[0]?.name ?? null) };
    }
    if (last?.mode === "cash") return last;
    const covers = balance !== undefined && !low && Number(balance) > 0;
    return covers ? { mode: "wallet", provider: null } : CASH;
  };

  useEffect(() => {
    if (mode === null) {
      if (ready) onChange(defaultMethod());
    } else if ((low && mode === "wallet") || (cardless && mode === "card")) onChange(CASH);
    else if (mode === "card" && ready && provider !== chosenGateway)
      onChange({ mode, provider: chosenGateway });
  });

  const pick = (method: PaymentMethod) => {
    rememberPayment(userId, method);
    onChange(method);
  };

  const choice = (value: PaymentMode, icon: ReactNode, note: string | null, off = false) => (
    <label
      className={classes.choice}
      data-checked={mode === value || undefined}
      data-off={off || undefined}
    >
      <input
        className="hx-visually-hidden"
        type="radio"
        name={name}
        value={value}
        checked={mode === value}
        disabled={off}
        onChange={() => pick({ mode: value, provider: value === "card" ? chosenGateway : null })}
      />
      {icon}
      <span className={classes.name}>{t(`booking.${value}`)}</span>
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
            offered.length > NAMES
              ? t("booking.card_after", { context })
              : t("booking.card_note", { names, context }),
          )
        : null}
      {mode === "card" && offered.length > 1 ? (
        <div className={classes.gateways} role="radiogroup" aria-label={t("trip.way_provider")}>
          {offered.map((one) => (
            <label
              key={one.name}
              className={classes.gateway}
              data-checked={chosenGateway === one.name || undefined}
            >
              <input
                className="hx-visually-hidden"
                type="radio"
                name={`${name}-gateway`}
                value={one.name}
                checked={chosenGateway === one.name}
                onChange={() => pick({ mode: "card", provider: one.name })}
              />
              <bdi>{one.label}</bdi>
            </label>
          ))}
        </div>
      ) : null}
      {gateways.isError ? (
        <p className={classes.error} role="status">
          {t("errors.provider_fetch_error")} {errorText(gateways.error, t)}
        </p>
      ) : null}
    </fieldset>
  );
}
