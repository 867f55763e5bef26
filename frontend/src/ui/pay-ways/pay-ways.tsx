import { Button, Checkbox, Radio, Skeleton } from "@mantine/core";
import { IconCreditCard, IconWallet } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { errorText } from "@/i18n/error-text";
import { useFormat } from "@/i18n/use-format";
import classes from "./pay-ways.module.css";
import { ProviderChoice } from "./provider-choice";
import { CARD, type PayWaysState, WALLET } from "./use-pay-ways";

/** More names than these would fill the choice; the gateways appear below it once it is chosen. */
const NAMES = 3;

interface PayWaysProps {
  ways: PayWaysState;
  disabled: boolean;
}

/** Selects the wallet or a card and its gateway, and whether an insufficient wallet pays a part. */
export function PayWays({ ways, disabled }: PayWaysProps) {
  const { t } = useTranslation();
  const { list, money } = useFormat();
  const { balance, low, providers } = ways;
  const held = balance === undefined ? null : money(balance);
  const byCard = ways.way !== WALLET;
  const offered = providers.data ?? [];

  return (
    <div className={classes.ways}>
      <Radio.Group label={t("trip.way")} value={byCard ? CARD : WALLET} onChange={ways.pick}>
        <div className={classes.list}>
          <Radio.Card
            value={WALLET}
            className={classes.way ?? ""}
            disabled={disabled || low}
            data-off={low || undefined}
          >
            <Radio.Indicator disabled={disabled || low} />
            <IconWallet size={22} aria-hidden="true" />
            <span className={classes.name}>{t("trip.wallet")}</span>
            <span className={classes.note}>
              {held === null ? null : t(low ? "trip.way_low" : "trip.way_held", { balance: held })}
            </span>
          </Radio.Card>
          {offered.length > 0 ? (
            <Radio.Card value={CARD} className={classes.way ?? ""} disabled={disabled}>
              <Radio.Indicator disabled={disabled} />
              <IconCreditCard size={22} aria-hidden="true" />
              <span className={classes.name}>{t("booking.card")}</span>
              {offered.length > NAMES ? null : (
                <bdi className={classes.note}>{list(offered.map(({ label }) => label))}</bdi>
              )}
            </Radio.Card>
          ) : null}
          {providers.isPending ? <Skeleton height="3rem" radius="md" /> : null}
        </div>
      </Radio.Group>
      {byCard && offered.length > 1 ? (
        <ProviderChoice
          offered={offered}
          value={ways.way}
          disabled={disabled}
          onChange={ways.pick}
        />
      ) : null}
      {providers.isError ? (
        <p className={classes.soft} role="alert">
          {t("errors.provider_fetch_error")} {errorText(providers.error, t)}{" "}
          <Button variant="default" size="compact-sm" onClick={() => void providers.refetch()}>
            {t("app.retry")}
          </Button>
        </p>
      ) : null}
      {providers.data?.length === 0 && low ? (
        <p className={classes.soft}>{t("errors.no_provider_found")}</p>
      ) : null}
      {ways.canMix && held !== null ? (
        <Checkbox
          checked={ways.useWallet}
          disabled={disabled}
          onChange={(event) => ways.mix(event.currentTarget.checked)}
          label={t("trip.way_mix", { balance: held })}
          description={
            ways.useWallet ? t("trip.way_mix_note", { amount: money(ways.cardAmount) }) : null
          }
        />
      ) : null}
    </div>
  );
}
