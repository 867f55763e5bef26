import { Chip, Group, Radio, Skeleton } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { publicSettingsQuery } from "@/api/catalogue";
import { outcomeUnknown } from "@/api/error";
import { beginTopUp, paymentProvidersQuery } from "@/api/payments";
import { newIdempotencyKey } from "@/api/request";
import { useFormat } from "@/i18n/use-format";
import { useAmount } from "@/ui/amount";
import { AmountInput } from "@/ui/amount-input";
import { ConfirmSheet } from "@/ui/confirm-sheet";
import { ProviderMark } from "@/ui/provider-mark";
import { ErrorState } from "@/ui/states";
import classes from "./wallet.module.css";

interface TopUpSheetProps {
  opened: boolean;
  onClose: () => void;
}

/** The amount and the gateway. The payment itself is on the gateway's page. */
export function TopUpSheet({ opened, onClose }: TopUpSheetProps) {
  const { t } = useTranslation();
  const { money } = useFormat();
  const settings = useQuery(publicSettingsQuery());
  const providers = useQuery({ ...paymentProvidersQuery(), enabled: opened });
  const [typed, setTyped] = useState("");
  const [chosen, setChosen] = useState<string | null>(null);
  const [key, setKey] = useState(newIdempotencyKey);
  const provider = chosen ?? providers.data?.[0]?.name ?? null;
  const limits = providers.data?.find(({ name }) => name === provider);
  const {
    amount,
    valid: isValid,
    problem,
  } = useAmount(typed, Number(limits?.max_amount ?? 0), Number(limits?.min_amount ?? 0));
  const begin = useMutation({
    mutationFn: () => beginTopUp({ provider: provider ?? "", amount }, key),
    onSuccess: ({ action }) => {
      if (action) window.location.assign(action.url);
    },
    onError: (error) => {
      // The outcome may be unknown: a retry then uses the same key. A rejection ends the attempt.
      if (!outcomeUnknown(error)) setKey(newIdempotencyKey());
    },
  });
  const change = (value: string) => {
    setTyped(value);
    setKey(newIdempotencyKey());
  };
  const noGateways = providers.data?.length === 0;

  return (
    <ConfirmSheet
      opened={opened}
      onClose={onClose}
      title={t("wallet.top_up")}
      confirmLabel={isValid ? t("wallet.pay", { amount: money(amount) }) : t("wallet.pay_plain")}
      onConfirm={() => begin.mutate()}
      working={begin.isPending || begin.isSuccess}
      error={begin.error}
      blockedReason={
        noGateways
          ? t("errors.no_provider_found")
          : isValid
            ? undefined
            : (problem ?? t("wallet.amount_needed"))
      }
    >
      <div className={classes.form}>
        <AmountInput
          label={t("wallet.amount")}
          autoComplete="off"
          dir="ltr"
          value={typed}
          onChange={(event) => change(event.currentTarget.value)}
          leftSection={settings.data?.symbol}
          data-autofocus
        />
        <Chip.Group value={typed} onChange={(value) => change(String(value))}>
          <Group gap="xs" role="group" aria-label={t("wallet.quick")}>
            {settings.data?.quick_amounts.map((quick) => (
              <Chip key={quick} value={quick} size="md">
                {money(quick)}
              </Chip>
            ))}
          </Group>
        </Chip.Group>
        {providers.isPending ? (
          <Skeleton height="3rem" radius="md" />
        ) : providers.isError ? (
          <ErrorState compact error={providers.error} onRetry={() => void providers.refetch()} />
        ) : (
          <Radio.Group
            label={noGateways ? undefined : t("wallet.through")}
            value={provider}
            onChange={(name) => {
              setChosen(name);
              setKey(newIdempotencyKey());
            }}
          >
            <div className={classes.providers}>
              {providers.data.map(({ name, label, mark }) => (
                <Radio.Card key={name} value={name} className={classes.provider ?? ""}>
                  <Radio.Indicator />
                  <ProviderMark mark={mark} />
                  <bdi>{label}</bdi>
                </Radio.Card>
              ))}
            </div>
          </Radio.Group>
        )}
      </div>
    </ConfirmSheet>
  );
}
