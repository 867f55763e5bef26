import { Button } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { publicSettingsQuery } from "@/api/catalogue";
import { outcomeUnknown } from "@/api/error";
import { eligibilityQuery, meKey } from "@/api/me";
import { requestWithdrawal } from "@/api/payouts";
import { newIdempotencyKey } from "@/api/request";
import { useViewer } from "@/api/session";
import { useFormat } from "@/i18n/use-format";
import { useAmount } from "@/ui/amount";
import { AmountInput } from "@/ui/amount-input";
import { ConfirmSheet } from "@/ui/confirm-sheet";
import { Message } from "@/ui/message";
import { toast } from "@/ui/toast";
import classes from "./wallet.module.css";

interface WithdrawSheetProps {
  /** The withdrawable amount: the balance without locked bonuses. */
  balance: string;
  lockedBonus: string;
  opened: boolean;
  onClose: () => void;
}

/** The server's limit. */
const MAX_AMOUNT = 100_000_000;

/** Requests a withdrawal. The amount is debited from the wallet at once. */
export function WithdrawSheet({ balance, lockedBonus, opened, onClose }: WithdrawSheetProps) {
  const { t } = useTranslation();
  const { money } = useFormat();
  const client = useQueryClient();
  const settings = useQuery(publicSettingsQuery());
  const [typed, setTyped] = useState("");
  const [key, setKey] = useState(newIdempotencyKey);
  const { amount, valid: isValid, problem } = useAmount(typed, MAX_AMOUNT);
  const withdraw = useMutation({
    mutationFn: () => requestWithdrawal(amount, key),
    onSuccess: () => {
      toast.success(t("payouts.requested"));
      setTyped("");
      setKey(newIdempotencyKey());
      onClose();
      return client.invalidateQueries({ queryKey: meKey });
    },
    onError: (error) => {
      // The outcome may be unknown: a retry then uses the same key.
      if (!outcomeUnknown(error)) setKey(newIdempotencyKey());
    },
  });
  const change = (value: string) => {
    setTyped(value);
    setKey(newIdempotencyKey());
    withdraw.reset();
  };
  const exceedsBalance = isValid && Number(amount) > Number(balance);
  const viewer = useViewer();
  const drives = viewer.state === "signed-in" && viewer.role === "driver";
  const minimum = useQuery({ ...eligibilityQuery(), enabled: opened && drives }).data?.cash_minimum;
  const stopsCashTrips =
    minimum !== undefined &&
    minimum !== null &&
    isValid &&
    !exceedsBalance &&
    Number(balance) - Number(amount) < Number(minimum);
  const all = Number(balance).toFixed(settings.data?.decimal ?? 2);

  return (
    <ConfirmSheet
      opened={opened}
      onClose={onClose}
      title={t("payouts.withdraw")}
      confirmLabel={
        isValid && !exceedsBalance
          ? t("payouts.withdraw_amount", { amount: money(amount) })
          : t("payouts.withdraw")
      }
      onConfirm={() => withdraw.mutate()}
      working={withdraw.isPending}
      error={withdraw.error}
      blockedReason={
        exceedsBalance
          ? t("payouts.too_much", { balance: money(balance) })
          : isValid
            ? undefined
            : (problem ?? t("wallet.amount_needed"))
      }
    >
      <div className={classes.form}>
        <AmountInput
          label={t("wallet.amount")}
          description={t("payouts.available", { balance: money(balance) })}
          autoComplete="off"
          dir="ltr"
          value={typed}
          onChange={(event) => change(event.currentTarget.value)}
          leftSection={settings.data?.symbol}
          data-autofocus
        />
        <Button className={classes.all ?? ""} variant="default" onClick={() => change(all)}>
          {t("payouts.all_of_it")}
        </Button>
        {Number(lockedBonus) > 0 ? (
          <p className={classes.soft}>{t("wallet.locked_bonus", { amount: money(lockedBonus) })}</p>
        ) : null}
        {stopsCashTrips ? (
          <Message tone="lamp">
            {t("payouts.stops_cash_trips", { minimum: money(minimum) })}
          </Message>
        ) : null}
        <p className={classes.soft}>{t("payouts.leaves_at_once")}</p>
      </div>
    </ConfirmSheet>
  );
}
