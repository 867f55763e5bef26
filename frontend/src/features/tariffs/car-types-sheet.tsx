import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { priceByCarTypes, tariffsKey } from "@/api/tariffs";
import { ConfirmSheet } from "@/ui/confirm-sheet";
import { DateTimeField } from "@/ui/dates/date-time-field";
import { Form } from "@/ui/form/form";
import { useForm } from "@/ui/form/use-form";
import classes from "./tariffs.module.css";

/** Returns to the car types' numbers, now or from a time on. */
export function CarTypesSheet({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const form = useForm({
    values: { valid_from: "" },
    send: ({ valid_from }) => priceByCarTypes(valid_from),
    marks: ({ code }) => (code === "tariff_time_taken" ? ["valid_from"] : []),
    notice: t("tariffs.car_types_used"),
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
      title={t("tariffs.use_car_types")}
      confirmLabel={t("tariffs.use_car_types")}
      onConfirm={form.submit}
      working={form.isPending}
      error={form.failure}
    >
      <Form form={form} className={classes.sheet}>
        <p>{t("tariffs.use_car_types_lead")}</p>
        <DateTimeField
          label={t("tariffs.valid_from")}
          description={t("tariffs.valid_from_hint")}
          value={value}
          onChange={onChange}
          error={error}
        />
      </Form>
    </ConfirmSheet>
  );
}
