import { Button, NativeSelect } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { publicSettingsQuery } from "@/api/catalogue";
import { replaysKey, replayTariffsQuery, startReplay } from "@/api/replays";
import { DateField } from "@/ui/dates/date-field";
import { Form } from "@/ui/form/form";
import { FormFailure } from "@/ui/form/form-failure";
import { useForm } from "@/ui/form/use-form";
import { presetDays, todayIn } from "@/ui/periods/days";
import { ErrorState } from "@/ui/states";
import classes from "./tariffs.module.css";

/** Starts a replay of the last 30 days or of another period. */
export function ReplayForm({ onStarted }: { onStarted: (id: number) => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { data: settings } = useQuery(publicSettingsQuery());
  const { data: tariffs, error, refetch } = useQuery(replayTariffsQuery());
  const { from, to } = presetDays("last_30", todayIn(settings?.time_zone));
  const form = useForm({
    values: { tariff_id: "", first_day: from, last_day: to },
    send: ({ tariff_id, ...period }) =>
      startReplay({ ...period, tariff_id: tariff_id ? Number(tariff_id) : null }),
    notice: t("tariffs.replay_started"),
    onDone: ({ id }) => {
      void client.invalidateQueries({ queryKey: replaysKey });
      onStarted(id);
    },
  });
  const first = form.field("first_day");
  const last = form.field("last_day");
  return (
    <section className={classes.card} aria-label={t("tariffs.replay_start")}>
      {error ? <ErrorState compact error={error} onRetry={() => void refetch()} /> : null}
      <Form form={form} className={classes.inline}>
        <NativeSelect
          {...form.field("tariff_id")}
          label={t("tariffs.replay_tariff")}
          data={[
            { value: "", label: t("tariffs.replay_own") },
            ...(tariffs ?? []).map(({ id, name, version, state }) => ({
              value: String(id),
              label: [name, version, t(`tariffs.state_${state}`)].filter(Boolean).join(" · "),
            })),
          ]}
        />
        <DateField
          label={t("tariffs.replay_first")}
          value={first.value}
          onChange={first.onChange}
          error={first.error}
        />
        <DateField
          label={t("tariffs.replay_last")}
          value={last.value}
          onChange={last.onChange}
          error={last.error}
        />
        <Button type="submit" variant="lamp" loading={form.isPending}>
          {t("tariffs.replay_start")}
        </Button>
        <FormFailure form={form} />
      </Form>
    </section>
  );
}
