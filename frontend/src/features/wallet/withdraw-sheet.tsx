import { Button, TextInput } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { publicSettingsQuery } from "@/api/catalogue";
import { meKey } from "@/api/me";
import { askWithdrawal } from "@/api/payouts";
import { newIdempotencyKey } from "@/api/request";
import { useFormat } from "@/i18n/use-format";
import { ConfirmSheet } from "@/ui/confirm-sheet";
import { toast } from "@/ui/toast";
import classes from "./wallet.module.css";

interface WithdrawSheetProps {
  balance: string;
  opened: boolean;
  onClose: () => void;
}

const SENSIBLE = /^\d{1,9}([.,]\d{1,3})?$/;

/** How much of the wallet is to be paid out; it leaves the wallet at once. */
export function WithdrawSheet({ balance, opened, onClose }: WithdrawSheetProps) {
  const { t } = useTranslation();
  const { money } = useFormat();
  const client = useQueryClient();
  const settings = useQuery(publicSettingsQuery());
  const [typed, setTyped] = useState("");
  const [key, setKey] = useState(newIdempotencyKey);
  const amount = typed.trim().replace(",", ".");
  const ask = useMutation({
    mutationFn: () => askWithdrawal(amount, key),
    onSuccess: () => {
      toast.success(t("payouts.asked"));
      setTyped("");
      setKey(newIdempotencyKey());
      onClose();
      return client.invalidateQueries({ queryKey: meKey });
    },
    onError: () => setKey(newIdempotencyKey()),
  });
  const change = (value: string) => {
    setTyped(value);
    setKey(newIdempotencyKey());
    ask.reset();
  };
  const sensible = SENSIBLE.test(typed.trim()) && Number(amount) > 0;
  const tooMuch = sensible && Number(amount) > Number(balance);
  const all = Number(balance).toFixed(settings.data?.decimal ?? 2);

  return (
    <ConfirmSheet
      opened={opened}
      onClose={onClose}
      title={t("payouts.withdraw")}
      confirmLabel={
        sensible && !tooMuch
          ? t("payouts.withdraw_amount", { amount: money(amount) })
          : t("payouts.withdraw")
      }
      onConfirm={() => ask.mutate()}
      working={ask.isPending}
      error={ask.error}
      blockedReason={
        tooMuch
          ? t("payouts.too_much", { balance: money(balance) })
          : sensible
            ? undefined
            : t("wallet.amount_needed")
      }
    >
      <div className={classes.form}>
        <TextInput
          label={t("wallet.amount")}
          description={t("payouts.available", { balance: money(balance) })}
          inputMode="decimal"
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
        <p className={classes.soft}>{t("payouts.leaves_at_once")}</p>
      </div>
    </ConfirmSheet>
  );
}
