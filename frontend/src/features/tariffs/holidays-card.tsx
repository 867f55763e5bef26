import { ActionIcon, Button, TextInput } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { addHoliday, deleteHoliday, holidaysKey, holidaysQuery } from "@/api/tariffs";
import { errorText } from "@/i18n/error-text";
import { useFormat } from "@/i18n/use-format";
import { DateField } from "@/ui/dates/date-field";
import { Form } from "@/ui/form/form";
import { FormFailure } from "@/ui/form/form-failure";
import { useForm } from "@/ui/form/use-form";
import { ErrorState } from "@/ui/states";
import { toast } from "@/ui/toast";
import classes from "./tariffs.module.css";

/** The days that `PH` means in the hours of rules. */
export function HolidaysCard() {
  const { t } = useTranslation();
  const { date } = useFormat();
  const client = useQueryClient();
  const { data: holidays, error, refetch } = useQuery(holidaysQuery());
  const refresh = () => client.invalidateQueries({ queryKey: holidaysKey });
  const form = useForm({
    values: { day: "", name: "" },
    send: addHoliday,
    marks: ({ code }) => (code === "holiday_exists" ? ["day"] : []),
    notice: t("tariffs.holiday_added"),
    onDone: () => {
      form.reset();
      return refresh();
    },
  });
  const remove = useMutation({
    mutationFn: deleteHoliday,
    onError: (failure) => toast.failure(errorText(failure, t)),
    onSettled: refresh,
  });
  const day = form.field("day");
  return (
    <section className={classes.card} aria-labelledby="tariff-holidays">
      <h2 id="tariff-holidays">{t("tariffs.holidays")}</h2>
      <p className={classes.soft}>{t("tariffs.holidays_lead")}</p>
      {error ? <ErrorState compact error={error} onRetry={() => void refetch()} /> : null}
      <ul className={classes.names}>
        {(holidays ?? []).map((holiday) => (
          <li key={holiday.id}>
            <span>{date(`${holiday.day}T12:00:00Z`)}</span>
            <strong>
              <bdi>{holiday.name}</bdi>
            </strong>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t("tariffs.holiday_remove", { name: holiday.name })}
              onClick={() => remove.mutate(holiday.id)}
            >
              <IconTrash size={18} aria-hidden="true" />
            </ActionIcon>
          </li>
        ))}
      </ul>
      <Form form={form} className={classes.inline}>
        <DateField
          label={t("tariffs.holiday_day")}
          value={day.value}
          onChange={day.onChange}
          error={day.error}
        />
        <TextInput {...form.field("name")} label={t("tariffs.holiday_name")} maxLength={80} />
        <Button type="submit" variant="default" loading={form.isPending}>
          {t("tariffs.holiday_add")}
        </Button>
        <FormFailure form={form} />
      </Form>
    </section>
  );
}
