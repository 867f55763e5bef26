import { Checkbox } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { publishTariff, type Tariff, tariffChecksQuery, tariffsKey } from "@/api/tariffs";
import { ConfirmSheet } from "@/ui/confirm-sheet";
import { DateTimeField } from "@/ui/dates/date-time-field";
import { Form } from "@/ui/form/form";
import { useForm } from "@/ui/form/use-form";
import classes from "./tariffs.module.css";

interface PublishSheetProps {
  tariff: Tariff;
  onClose: () => void;
}

/** Publishes a draft, or an earlier version again, now or from a time on. */
export function PublishSheet({ tariff, onClose }: PublishSheetProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { data: checks } = useQuery(tariffChecksQuery(tariff));
  const warnings = checks?.warnings.length ?? 0;
  const form = useForm({
    values: { valid_from: "", accept_warnings: false },
    send: ({ valid_from, accept_warnings }) => publishTariff(tariff, valid_from, accept_warnings),
    marks: ({ code }) =>
      code === "tariff_has_warnings"
        ? ["accept_warnings"]
        : code === "tariff_time_taken"
          ? ["valid_from"]
          : [],
    notice: t("tariffs.published"),
    onDone: () => {
      void client.invalidateQueries({ queryKey: tariffsKey });
      onClose();
    },
  });
  const { value, onChange, error } = form.field("valid_from");
  return (
    <ConfirmSheet
      opened
      onClose={onClose}
      title={t("tariffs.publish_of", { name: tariff.name })}
      confirmLabel={t("tariffs.publish")}
      onConfirm={form.submit}
      working={form.isPending}
      error={form.failure}
    >
      <Form form={form} className={classes.sheet}>
        <p>{t("tariffs.publish_lead")}</p>
        <DateTimeField
          label={t("tariffs.valid_from")}
          description={t("tariffs.valid_from_hint")}
          value={value}
          onChange={onChange}
          error={error}
        />
        {warnings > 0 ? (
          <Checkbox
            {...form.field("accept_warnings", { type: "checkbox" })}
            label={t("tariffs.accept_warnings", { count: warnings })}
          />
        ) : null}
      </Form>
    </ConfirmSheet>
  );
}
