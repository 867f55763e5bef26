import { TextInput } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { publicSettingsQuery } from "@/api/catalogue";
import { accessesKey, giveAccess, type NewInspectorAccess } from "@/api/register";
import { AmountInput } from "@/ui/amount-input";
import { DateField } from "@/ui/dates/date-field";
import { useForm } from "@/ui/form/use-form";
import { presetDays, todayIn } from "@/ui/periods/days";
import { SideForm } from "@/ui/side-panel";

interface AccessFormProps {
  onClose: () => void;
  onGiven: (access: NewInspectorAccess) => void;
}

/** Gives an inspector access to the register of a period. */
export function AccessForm({ onClose, onGiven }: AccessFormProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const zone = useQuery(publicSettingsQuery()).data?.time_zone;
  const { from, to } = presetDays("last_30", todayIn(zone));
  const form = useForm({
    values: { name: "", authority: "", first_day: from, last_day: to, days: "7" },
    // The server refuses a text that is no number.
    send: (values) => giveAccess({ ...values, days: values.days.trim() as unknown as number }),
    onDone: (access) => {
      void client.invalidateQueries({ queryKey: accessesKey });
      onGiven(access);
    },
  });
  const first = form.field("first_day");
  const last = form.field("last_day");
  return (
    <SideForm
      title={t("inspection.give")}
      onClose={onClose}
      form={form}
      saveLabel={t("inspection.create_link")}
    >
      <TextInput {...form.field("name")} label={t("inspection.name")} required data-autofocus />
      <TextInput
        {...form.field("authority")}
        label={t("inspection.authority")}
        description={t("inspection.authority_hint")}
      />
      <DateField
        label={t("inspection.first_day")}
        value={first.value}
        onChange={first.onChange}
        error={first.error}
      />
      <DateField
        label={t("inspection.last_day")}
        value={last.value}
        onChange={last.onChange}
        error={last.error}
      />
      <AmountInput
        {...form.field("days")}
        label={t("inspection.days")}
        description={t("inspection.days_hint")}
      />
    </SideForm>
  );
}
