import { Checkbox, NativeSelect, Textarea } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { type Case, type CaseOutcome, closeCase, MAX_CASE_TEXT, OUTCOMES } from "@/api/cases";
import { useFormat } from "@/i18n/use-format";
import { AmountInput } from "@/ui/amount-input";
import { PhotoField } from "@/ui/cases/photo-field";
import { usePhotosPending } from "@/ui/cases/use-case-photos";
import { ConfirmSheet } from "@/ui/confirm-sheet";
import { Form } from "@/ui/form/form";
import { useForm } from "@/ui/form/use-form";
import { useRequestKey } from "@/ui/form/use-request-key";
import classes from "./cases-page.module.css";

interface CloseSheetProps {
  one: Case;
  onClose: () => void;
  onClosed: () => void;
}

const MONEY: readonly CaseOutcome[] = ["refunded", "fee"];
const OF_OTHER: readonly CaseOutcome[] = ["fee", "warned", "blocked"];

/** Closes a case: the outcome, which takes effect at once, and the answer to the person. */
export function CloseSheet({ one, onClose, onClosed }: CloseSheetProps) {
  const { t } = useTranslation();
  const { money } = useFormat();
  const { keyOf, settle } = useRequestKey();
  const refundable = Number(one.refundable) > 0;
  const offered = OUTCOMES.filter(
    (outcome) =>
      (outcome !== "refunded" || refundable) && (one.other || !OF_OTHER.includes(outcome)),
  );
  const uploading = usePhotosPending();
  const form = useForm({
    values: {
      outcome: "answered" as CaseOutcome,
      text: "",
      amount: "",
      from_driver: false,
      warning: "",
      photos: [] as number[],
    },
    send: (values) => {
      const { outcome, text, amount, from_driver, warning, photos } = values;
      const closing = {
        outcome,
        text: text.trim(),
        photos,
        amount: MONEY.includes(outcome) ? amount.trim() || null : null,
        from_driver: outcome === "refunded" && from_driver,
        warning: outcome === "warned" ? warning.trim() : "",
      };
      return closeCase(one.id, closing, keyOf(values));
    },
    marks: ({ code }) =>
      code === "refund_too_much" || code === "low_balance" || code === "driver_low_balance"
        ? ["amount"]
        : [],
    notice: t("cases.closed"),
    onRefused: settle,
    onDone: onClosed,
  });
  const { outcome } = form.values;
  const other = one.other?.name ?? "";
  return (
    <ConfirmSheet
      opened
      onClose={onClose}
      title={t("cases.close")}
      confirmLabel={t("cases.close")}
      onConfirm={form.submit}
      tone={outcome === "blocked" || outcome === "fee" ? "danger" : "lamp"}
      working={form.isPending || uploading}
      error={form.failure}
    >
      <Form form={form} className={classes.form}>
        <NativeSelect
          {...form.field("outcome")}
          label={t("cases.outcome")}
          data={offered.map((value) => ({ value, label: t(`cases.outcomes.${value}`) }))}
          data-autofocus
        />
        {MONEY.includes(outcome) ? (
          <AmountInput
            {...form.field("amount")}
            label={t("cases.amount")}
            description={
              outcome === "refunded"
                ? t("cases.refundable", { amount: money(one.refundable) })
                : t("cases.fee_lead", { name: other })
            }
          />
        ) : null}
        {outcome === "refunded" ? (
          <Checkbox
            {...form.field("from_driver", { type: "checkbox" })}
            label={t("cases.from_driver")}
          />
        ) : null}
        {outcome === "warned" ? (
          <Textarea
            {...form.field("warning")}
            label={t("cases.warning", { name: other })}
            autosize
            minRows={2}
            maxLength={MAX_CASE_TEXT}
            dir="auto"
          />
        ) : null}
        {outcome === "blocked" ? (
          <p className={classes.lead}>{t("cases.block_lead", { name: other })}</p>
        ) : null}
        <Textarea
          {...form.field("text")}
          label={t("cases.close_text", { name: one.person.name })}
          autosize
          minRows={3}
          maxLength={MAX_CASE_TEXT}
          dir="auto"
        />
        <PhotoField
          value={form.values.photos}
          onChange={(update) => form.setFieldValue("photos", update)}
          error={form.errors.photos}
        />
      </Form>
    </ConfirmSheet>
  );
}
