import { Button, Chip, Group } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { publicSettingsQuery } from "@/api/catalogue";
import { walletQuery } from "@/api/me";
import type { Booking } from "@/api/types";
import { useFormat } from "@/i18n/use-format";
import { useAmount } from "@/ui/amount";
import { AmountInput } from "@/ui/amount-input";
import { Form } from "@/ui/form/form";
import { FormFailure } from "@/ui/form/form-failure";
import { useForm } from "@/ui/form/use-form";
import classes from "./action-card.module.css";
import { firstName } from "./headline";
import { useTripAction } from "./use-trip-action";

const OTHER = "other";
/** The server's limit. */
const MAX_AMOUNT = 100_000_000;

interface TipCardProps {
  booking: Booking;
  /** Called after the tip: the card disappears, and with it the focused button. */
  onTipped?: () => void;
}

/** A tip from the wallet: a suggested amount, or a custom one. */
export function TipCard({ booking, onTipped }: TipCardProps) {
  const { t } = useTranslation();
  const { money, percent } = useFormat();
  const settings = useQuery(publicSettingsQuery());
  const wallet = useQuery(walletQuery());
  const tip = useTripAction(booking.id, "tip");
  const form = useForm({
    values: { chosen: "", typed: "" },
    send: async (): Promise<void> => {
      if (amount === null) return;
      await tip.mutateAsync(suggested?.percent ? { percent: suggested.percent } : { amount });
    },
    notice: (): string => t("trip.tip_done", { amount: money(amount ?? "0"), name }),
    onDone: onTipped,
  });
  const { chosen, typed } = form.values;
  const own = useAmount(typed, MAX_AMOUNT);
  const name = firstName(booking.driver?.name ?? "") || t("trip.your_driver_plain");
  const suggested = booking.tip_choices.find((_choice, at) => chosen === String(at));
  const amount = chosen === OTHER ? (own.valid ? own.amount : null) : (suggested?.amount ?? null);
  const balance = wallet.data?.balance;
  const low = amount !== null && balance !== undefined && Number(balance) < Number(amount);

  const blocked = low
    ? "tip-low"
    : amount === null && (chosen !== OTHER || !own.problem)
      ? "tip-blocked"
      : undefined;

  return (
    <Form
      form={form}
      className={classes.card}
      onSubmit={() => amount !== null && !low && form.submit()}
    >
      <h2 className={classes.title}>{t("trip.tip_title", { name })}</h2>
      <p className={classes.ahead}>{t("trip.tip_lead")}</p>
      <Chip.Group value={chosen} onChange={(value) => form.setFieldValue("chosen", String(value))}>
        <Group gap="xs" role="group" aria-label={t("trip.tip_choose")}>
          {booking.tip_choices.map((choice, at) => (
            <Chip key={choice.percent ?? choice.amount} value={String(at)} size="md">
              {choice.percent ? (
                <>
                  <bdi>{percent(Number(choice.percent))}</bdi> · <bdi>{money(choice.amount)}</bdi>
                </>
              ) : (
                <bdi>{money(choice.amount)}</bdi>
              )}
            </Chip>
          ))}
          <Chip value={OTHER} size="md">
            {t("trip.tip_other")}
          </Chip>
        </Group>
      </Chip.Group>
      {chosen === OTHER ? (
        <AmountInput
          label={t("trip.tip_amount")}
          autoComplete="off"
          dir="ltr"
          {...form.field("typed")}
          leftSection={settings.data?.symbol}
          error={own.problem}
        />
      ) : null}
      {low ? (
        <div className={classes.low} role="status">
          <p id="tip-low">{t("trip.tip_low", { balance: money(balance) })}</p>
          <Button component={Link} to="/wallet" variant="default" mt="xs">
            {t("trip.tip_top_up")}
          </Button>
        </div>
      ) : null}
      <FormFailure form={form} />
      <Button
        type="submit"
        variant="default"
        size="lg"
        fullWidth
        loading={form.isPending}
        aria-disabled={amount === null || low}
        data-disabled={amount === null || low || undefined}
        aria-describedby={blocked}
      >
        {amount === null
          ? t("trip.tip_send")
          : t("trip.tip_send_amount", { amount: money(amount) })}
      </Button>
      {blocked === "tip-blocked" ? (
        <p id="tip-blocked" className={classes.note}>
          {t(chosen === OTHER ? "trip.tip_amount_needed" : "trip.tip_needed")}
        </p>
      ) : null}
    </Form>
  );
}
